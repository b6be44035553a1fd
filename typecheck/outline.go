package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Where the body of a definition is left out of a file, as in what a file shows to those
// that import it, its inferred type stands beside it as text. The type that is read from
// that text is the one that was inferred: a type for which this does not hold is not
// written.

// An Outline says of a definition what its left out body would.
type Outline struct {
	Type WrittenType // none where the head states it
}

// A WrittenType is an inferred type as text.
type WrittenType struct {
	Text string
	// Marks has a letter for each type parameter, those of inner functions among them, of
	// what is not printed: see marks.
	Marks string
}

// The marks of a type parameter: its name was declared, or invented when it was printed; it
// stands for any type, or for what may be a leaf of a FractalTensor alone.
const marks = "niNI"

func markOf(p *types.Param) byte {
	mark := 0
	if p.Var != nil && p.Var.Name == "" {
		mark |= 1
	}
	if p.Var != nil && p.Var.Leaf {
		mark |= 2
	}
	return marks[mark]
}

// setMark is the inverse of markOf; false where a letter is no mark.
func setMark(p *types.Param, letter byte) bool {
	mark := strings.IndexByte(marks, letter)
	if p.Var == nil {
		return mark == 0
	}
	if mark&1 != 0 {
		p.Name, p.Var.Name = "", ""
	}
	p.Var.Leaf = mark&2 != 0
	return mark >= 0
}

// Inferred reports whether the type of the definition in item i follows from its body.
func (m *Module) Inferred(i int) bool { return m.items.at(i).open() }

// InferredWith are the definitions, by item, whose types are inferred together with that
// of item i.
func (m *Module) InferredWith(i int) (items []int) {
	if state := m.items.at(i); state.known() {
		for _, item := range state.inferred.group {
			if at, ok := m.place(item); ok {
				items = append(items, at)
			}
		}
	}
	return items
}

// Written writes the inferred type of the definition in item i; false where it would not
// be read as it is.
func (m *Module) Written(i int) (WrittenType, bool) {
	t := m.items.at(i).object.Type
	if t == nil || types.IsBad(t) {
		return WrittenType{}, false
	}
	w := WrittenType{Text: types.String(t), Marks: marksOf(t)}
	again, ok := m.readWritten(w)
	return w, ok && sameScheme(t, again) && types.String(again) == w.Text && marksOf(again) == w.Marks &&
		distinctNames(t) && slices.Equal(declarations(t), declarations(again))
}

// eachParam visits the type parameters of a type and of all functions in it.
func eachParam(t types.Type, visit func(*types.Param)) {
	types.Walk(t, func(t types.Type) bool {
		if f, ok := t.(*types.Func); ok {
			for i := range f.Params {
				visit(&f.Params[i])
			}
		}
		return true
	})
}

func marksOf(t types.Type) string {
	var letters []byte
	eachParam(t, func(p *types.Param) { letters = append(letters, markOf(p)) })
	return string(letters)
}

// distinctNames reports whether no two type parameters have one name.
func distinctNames(t types.Type) bool {
	names, apart := map[string]bool{}, true
	eachParam(t, func(p *types.Param) {
		name := p.Name
		if p.Var != nil {
			name = p.Var.Name
		}
		apart = apart && (name == "" || !names[name])
		names[name] = true
	})
	return apart
}

// declarations are the data types that stand in a type, in order.
func declarations(t types.Type) (found []*types.Decl) {
	types.Walk(t, func(t types.Type) bool {
		if adt, ok := t.(*types.ADT); ok {
			found = append(found, adt.Decl)
		}
		return true
	})
	return found
}

// readWritten reads a type that was written in the scope of the module; false where it is
// none.
func (m *Module) readWritten(w WrittenType) (types.Type, bool) {
	t, problems := m.parseType(w.Text, 0)
	if f, ok := t.(*types.Func); len(problems) > 0 || !ok || len(marksOf(f)) != len(w.Marks) {
		return types.ErrorType, false
	}
	k, good := 0, true
	eachParam(t, func(p *types.Param) {
		good = setMark(p, w.Marks[k]) && good
		k++
	})
	return t, good
}

// takeOutlines gives definitions without bodies the types that are written of them.
func (m *Module) takeOutlines() {
	for i, outline := range m.config.Outlines {
		o := m.items.at(i).object
		if outline.Type.Text == "" || o == nil || o.Kind != typed.DefObject {
			continue
		}
		var ok bool
		if o.Type, ok = m.readWritten(outline.Type); !ok || !m.fitsHead(i) {
			o.Type = types.ErrorType
			m.unread = append(m.unread, i)
		}
	}
	slices.Sort(m.unread)
}

// fitsHead reports whether the type of a definition is one of as many parameters as it has.
func (m *Module) fitsHead(i int) bool {
	f, ok := m.items.at(i).object.Type.(*types.Func)
	s := m.items.at(i).signature
	return ok && s != nil && len(f.In) == len(s.In)
}

// Unread are the items whose written types cannot be read, or are of another number of
// parameters than the definitions.
func (m *Module) Unread() []int { return m.unread }

// outlined reports whether the body of item i is left out.
func (m *Module) outlined(i int) bool {
	_, ok := m.config.Outlines[i]
	return ok
}

// withoutBody is what is known of a definition whose body is left out: whoever asks takes
// it for one with an error.
func (m *Module) withoutBody(i int) *typed.Result {
	item := m.config.File.Item(i)
	if m.config.Asked != nil {
		m.config.Asked(i)
	}
	return &typed.Result{Info: &typed.Info{Item: item}, Diagnostics: []syntax.Diagnostic{message.WithSeverity(syntax.Diagnostic{
		Code: codes.ImportError, Span: item.Span(item.Declared()),
		Message: fmt.Sprintf("the body of `%s` is not here", item.SourceText(item.Declared())),
	})}}
}
