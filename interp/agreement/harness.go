package agreement

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/sample"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A harness is a definition that calls the subject with arguments of concrete types.
// Its parameters are what is drawn; functions and references are made in it.
type harness struct {
	*instance
	stem     string // what names in it begin with
	drawn    []drawn
	given    []argument
	bindings []string // before the call
	reads    []string // what the result shows besides
}

// A drawn parameter gets a value for each run.
type drawn struct {
	name string
	typ  types.Type
}

// An argument is what the subject gets, as a counterexample shows it: its code names
// drawn parameters.
type argument struct{ name, code string }

// mostElements is how large tensors may be: those of networks are, and of each
// several have to fit into memory.
const mostElements = 1 << 22

// draw adds a parameter, and is its name.
func (h *harness) draw(t types.Type) (string, error) {
	if !sample.Drawable(t, mostElements) {
		return "", fmt.Errorf("there are no values to try for the type `%s`", types.String(t))
	}
	name := fmt.Sprintf("%%%s_%d", h.stem, len(h.drawn))
	h.drawn = append(h.drawn, drawn{name, t})
	return name, nil
}

// give makes an argument of a type.
func (h *harness) give(name string, t types.Type) (string, error) {
	t, err := h.concrete(t)
	if err != nil {
		return "", err
	}
	code := ""
	switch t := t.(type) {
	case *types.Func:
		code, err = h.lambda(t)
	case *types.Ref:
		return h.reference(name, t)
	default:
		code, err = h.draw(t)
	}
	h.given = append(h.given, argument{name, code})
	return code, err
}

// reference makes a reference; what is in it afterwards is a part of the result.
func (h *harness) reference(name string, t *types.Ref) (string, error) {
	elem, err := h.draw(t.Elem)
	if err != nil {
		return "", err
	}
	local := fmt.Sprintf("%%%s_ref%d", h.stem, len(h.bindings))
	h.bindings = append(h.bindings, fmt.Sprintf("let %s = ref(%s);", local, elem))
	h.reads = append(h.reads, "ref_read("+local+")")
	h.given = append(h.given, argument{name, "ref(" + elem + ")"})
	return local, nil
}

// lambda is a function of a type: in each round another one.
func (h *harness) lambda(t *types.Func) (string, error) {
	var params []string
	h.open = true
	for i, in := range t.In {
		params = append(params, fmt.Sprintf("%%%s_a%d: %s", h.stem, i, types.String(in)))
	}
	body, err := h.body(t)
	return fmt.Sprintf("fn(%s) -> %s { %s }", strings.Join(params, ", "), types.String(t.Out), body), err
}

// body is what a function gives: a sum or a comparison of its arguments, one of
// them, or a value.
func (h *harness) body(t *types.Func) (string, error) {
	var choices []string
	out := types.Key(t.Out)
	for i, in := range t.In {
		arg := fmt.Sprintf("%%%s_a%d", h.stem, i)
		same := types.Key(in) == out
		switch {
		case i > 0 && same && types.Key(t.In[0]) == out && computes(in):
			choices = append([]string{fmt.Sprintf("%%%s_a0 + %s + %s", h.stem, arg, arg)}, choices...)
		case i > 0 && types.IsScalar(t.Out, types.Bool) && types.Key(t.In[0]) == types.Key(in) && scalar(in):
			choices = append([]string{fmt.Sprintf("%%%s_a0 < %s", h.stem, arg)}, choices...)
		case same && computes(in):
			choices = append(choices, arg+" * "+arg, arg)
		case same:
			choices = append(choices, arg)
		}
	}
	if n := h.round % (len(choices) + 1); n < len(choices) {
		return choices[n], nil
	}
	if len(t.In) > 0 && types.IsScalar(t.Out, types.Bool) && scalar(t.In[0]) {
		bound, err := h.draw(t.In[0])
		return fmt.Sprintf("%%%s_a0 < %s", h.stem, bound), err
	}
	if inner, ok := t.Out.(*types.Func); ok {
		return "", fmt.Errorf("no functions that give functions (`%s`) are tried", types.String(inner))
	}
	return h.draw(t.Out)
}

// computes reports whether a value holds numbers.
func computes(t types.Type) bool {
	tensor, ok := t.(*types.Tensor)
	return ok && (tensor.Dtype.IsInteger() || tensor.Dtype.IsFloat())
}

func scalar(t types.Type) bool {
	tensor, ok := t.(*types.Tensor)
	return ok && computes(t) && len(tensor.Shape) == 0
}

// call applies what is in the code to arguments as long as it is a function.
func (h *harness) call(code string, t types.Type, names []string) (string, error) {
	const mostCurried = 4
	h.fit(t)
	for range mostCurried {
		f, ok := types.Head(t).(*types.Func)
		if !ok {
			return code, nil
		}
		var args []string
		for i, in := range f.In {
			name := fmt.Sprintf("argument %d", len(h.given)+1)
			if i < len(names) && names[i] != "" {
				name = names[i]
			}
			arg, err := h.give(name, in)
			if err != nil {
				return "", err
			}
			args = append(args, arg)
		}
		code, t, names = code+"("+strings.Join(args, ", ")+")", f.Out, nil
		if len(f.Params) > 0 && len(f.Where) > 0 {
			return code, nil // what it gives is known at the call alone
		}
	}
	return code, nil
}

// text is the definition around a call.
func (h *harness) text(call string) string {
	var params []string
	for _, d := range h.drawn {
		params = append(params, d.name+": "+types.String(d.typ))
	}
	body := call
	if len(h.reads) > 0 {
		out := "%" + h.stem + "_out"
		body = fmt.Sprintf("let %s = %s;\n(%s, %s)", out, call, out, strings.Join(h.reads, ", "))
	}
	return fmt.Sprintf("def @%s(%s) {\n%s\n%s\n}", h.stem, strings.Join(params, ", "), strings.Join(h.bindings, "\n"), body)
}

// A runnable is a definition that was checked and can be run.
type runnable struct {
	program *interp.Program
	entry   interp.Entry
}

// ready checks a harness where the subject stands.
func (h *harness) ready(m *typecheck.Module, item int, call string) (*runnable, error) {
	r := m.Replacement(item, syntax.ParseFile(m.File().Name, h.text(call)))
	if r.File().Len() != 1 {
		return nil, errors.New("its text does not stand alone")
	}
	result := r.Check(0)
	for _, d := range append(r.File().Item(0).Errors, result.Diagnostics...) {
		if d.Severity == codes.Error {
			return nil, fmt.Errorf("no arguments were found for it: %s", d.Message)
		}
	}
	if f, ok := types.Head(r.Object(0).Type).(*types.Func); ok && holdsFunction(f.Out) {
		return nil, errors.New("its result holds functions, which cannot be compared")
	}
	p, err := interp.Compile(r, nil)
	return &runnable{p, interp.Entry{Name: "@" + h.stem}}, err
}

// holdsFunction reports whether functions are in values of a type, in the fields of data, too.
func holdsFunction(t types.Type) bool {
	met := map[*types.Decl]bool{}
	for todo := []types.Type{t}; len(todo) > 0; {
		last := len(todo) - 1
		next, found := todo[last], false
		todo = todo[:last]
		types.Walk(next, func(part types.Type) bool {
			switch part := types.Head(part).(type) {
			case *types.Func:
				found = true
			case *types.ADT:
				if !met[part.Decl] {
					met[part.Decl] = true
					todo = append(todo, declaredFields(part.Decl)...)
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func declaredFields(d *types.Decl) (all []types.Type) {
	for _, k := range d.Constructors {
		all = append(all, k.Fields...)
	}
	return all
}

// inputs are the arguments of a run as a reader takes them.
func (h *harness) inputs(args []value.Value) []Input {
	var words []string
	for i := len(h.drawn) - 1; i >= 0; i-- { // %x_10 before %x_1
		words = append(words, h.drawn[i].name, value.Summary(args[i]))
	}
	words = append(words, "%"+h.stem+"_a", "%a")
	shown := strings.NewReplacer(words...)
	var all []Input
	for _, a := range h.given {
		all = append(all, Input{a.name, shown.Replace(a.code)})
	}
	return all
}

// parameterNames are those of a definition; "" for one that is a pattern.
func parameterNames(item *syntax.Item) []string {
	if item.Kind(item.Root) != syntax.ItemDef {
		return nil
	}
	var names []string
	for _, p := range item.Kids(item.Def(item.Root).Params) {
		name := ""
		if item.Kind(p) == syntax.Param {
			name = item.SourceText(item.Pattern(p))
		}
		names = append(names, name)
	}
	return names
}
