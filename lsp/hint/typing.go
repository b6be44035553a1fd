package hint

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A typing writes types inside of one item so that they read back there: for each hint with
// text s for type T at a place, the checker reads s in the scope of that place, and the hint
// has edits only if the result is equivalent to T.
//
// The difficulty is generalization. The scheme of `def @f(%x) { let %y = (%x, 1); %y }` is
// fn<a>(a) -> (a, int32); writing `%y : (a, int32)` alone would be an error, since the text
// declares no a. Then all of the signature is written with the hint (whole): `<a>`, the types
// of all parameters and of the result, so that the definition declares what inference found.
type typing struct {
	module   *typecheck.Module
	index    int
	item     *syntax.Item
	scheme   *types.Func // of the definition that the item is; nil for others
	names    []string    // of the scheme's parameters, as they are written
	params   map[*types.Var]bool
	broken   bool          // there are errors in it: nothing is written into it
	repeated bool          // a type parameter has the name of another one
	whole    []syntax.Edit // what writes the signature out; nil where it cannot be
}

// widest is how many parameters a signature has at the most that is written out
// with each hint. Of a wider one, only what is closed by itself is shown.
const widest = 100

// newTyping reads the scheme of a definition. The names of its parameters are those that the printer
// gives them, so that all hints of the item agree.
func newTyping(module *typecheck.Module, result *typecheck.Result, i int) typing {
	t := typing{module: module, index: i, item: result.Item, params: map[*types.Var]bool{}}
	t.broken = len(t.item.Errors) > 0 || slices.ContainsFunc(result.Diagnostics, isError)
	if _, signature, ok := module.Signature(i); ok && signature != nil && t.item.Kind(t.item.Root) == syntax.ItemDef {
		t.scheme, _ = types.Head(signature).(*types.Func)
	}
	if t.scheme != nil && len(t.scheme.Params)+len(t.scheme.In) <= widest {
		for _, p := range t.scheme.Params {
			if p.Var != nil {
				t.params[p.Var] = true
			}
		}
		t.names = paramNames(t.scheme)
		t.repeated = t.repeats()
	}
	return t
}

func isError(d syntax.Diagnostic) bool { return d.Severity == codes.Error }

// paramNames are the names of a scheme's parameters as they are printed.
func paramNames(f *types.Func) []string {
	if len(f.Params) == 0 {
		return nil
	}
	list, _, _ := strings.Cut(strings.TrimPrefix(types.String(f), "fn<"), ">")
	return strings.Split(list, ", ")
}

// repeats reports whether a function inside declares a parameter of the name of
// one around it: a type's text would then not mean the same everywhere.
//
// Then `a` in one hint and `a` in another one would be two parameters.
func (t *typing) repeats() bool {
	own, names := map[syntax.NodeID]bool{}, map[string]bool{}
	for _, n := range t.item.Kids(t.item.TypeParams()) {
		own[n] = true
	}
	for _, name := range t.names {
		names[name] = true
	}
	for n := syntax.NodeID(1); int(n) < t.item.Len(); n++ {
		if t.item.Kind(n) == syntax.TypeParam && !own[n] && names[typecheck.ParamName(t.item, n)] {
			return true
		}
	}
	return false
}

// known reports whether nothing in a type is in error or undecided.
//
// Variables that the type binds itself, parameters of the scheme and those that the user wrote are
// decided; any other variable is one that inference left open, and has no name to show.
func (t *typing) known(shown types.Type) bool {
	ok, bound := true, map[*types.Var]bool{}
	types.Walk(shown, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Bad:
			ok = false
		case *types.Func:
			for _, p := range part.Params {
				bound[p.Var] = true
			}
		case *types.Var:
			ok = ok && (part.Rigid && part.Name != "" || t.params[part] || bound[part])
		}
		return ok
	})
	return ok
}

// text is a type with the names that the signature gives its parameters.
func (t *typing) text(shown types.Type) string {
	if len(t.names) > 0 {
		return types.Strings(t.scheme, shown)[1]
	}
	return types.String(shown)
}

// readable is the text of a type that mentions nothing but what is declared
// everywhere, and means this type when it is read.
func (t *typing) readable(shown types.Type) (string, bool) {
	text := t.text(shown)
	return text, !t.repeated && !t.broken && t.reads(text, shown)
}

// reads reports whether a text means a type, up to equivalence of extents. Constraints can be written in
// signatures alone.
func (t *typing) reads(text string, want types.Type) bool {
	if constrained(want) {
		return false
	}
	got, problems := typecheck.ParseTypeAt(text, t.module, t.index)
	if len(problems) > 0 {
		return false
	}
	_, same := types.Equivalent(got, want)
	return same
}

func constrained(t types.Type) (found bool) {
	types.Walk(t, func(t types.Type) bool {
		f, ok := t.(*types.Func)
		found = found || ok && len(f.Where) > 0
		return !found
	})
	return found
}

// readsHere reports whether a text means a type where the scheme's parameters are
// declared. The rest of the signature is read with it, since that determines which
// of them are extents.
func (t *typing) readsHere(text string, want types.Type) bool {
	if t.repeated || len(t.names) == 0 {
		return false
	}
	around := &types.Func{Params: t.scheme.Params, In: []types.Type{want}, Out: types.Unit}
	parts := []string{text}
	for _, part := range append([]types.Type{t.scheme.Out}, t.scheme.In...) {
		if t.known(part) {
			around.In, parts = append(around.In, part), append(parts, t.text(part))
		}
	}
	return t.reads("fn<"+strings.Join(t.names, ", ")+">("+strings.Join(parts, ", ")+") -> ()", around)
}

// edits write a type at a place. Where it mentions parameters that the
// definition does not declare, the whole signature is written with it.
//
// The cases: (1) the text means the type wherever it is, and can be written alone; (2) it means it
// where the scheme's parameters are declared, and they are; (3) they are not, and all of the signature
// is written, with or without this hint in it; (4) nothing reads back, and there is no edit.
func (t *typing) edits(at int32, sign string, shown types.Type) []syntax.Edit {
	if t.broken {
		return nil
	}
	text, closed := t.readable(shown)
	own := syntax.Edit{Span: syntax.Span{Start: at, End: at}, NewText: sign + text}
	inside := slices.ContainsFunc(t.whole, func(e syntax.Edit) bool { return e.Span == own.Span })
	switch {
	case closed && (!inside || slices.Contains(t.whole, own)):
		return []syntax.Edit{own}
	case !closed && !t.readsHere(text, shown):
		return nil
	case !t.undeclared():
		return []syntax.Edit{own}
	case t.whole == nil:
		return nil
	case inside:
		return t.whole
	}
	return inOrder(append(slices.Clone(t.whole), own))
}

// undeclared reports whether the definition leaves parameters of its type out.
func (t *typing) undeclared() bool {
	return len(t.item.Kids(t.item.TypeParams())) < len(t.names)
}

// nearby is how many bytes of a line on each side of a hint are looked at: what is
// further away is not seen with it, and lines may be as long as a file.
const nearby = 120

// isWritten reports whether a type is written out in the line of a place, around it.
func (h *hinter) isWritten(at int32, t types.Type) bool {
	if !h.typing.known(t) {
		return false
	}
	text := h.item.Text
	from, to := max(int(at)-nearby, 0), min(int(at)+nearby, len(text))
	from += strings.LastIndexByte(text[from:at], '\n') + 1
	if end := strings.IndexByte(text[at:to], '\n'); end >= 0 {
		to = int(at) + end
	}
	return containsWord(closed(text[from:to]), closed(h.typing.text(t)))
}

// closed is a text without its blanks.
func closed(text string) string { return strings.Join(strings.Fields(text), "") }

// containsWord reports whether a text holds another one that is no part of a longer word.
//
// A word is not a part of `%float32` or of `float32x4`. O(text · occurrences of its first letters).
func containsWord(text, word string) bool {
	for from := 0; word != ""; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		if !(start > 0 && (isWordByte(text[start-1]) || strings.IndexByte("%@.", text[start-1]) >= 0)) && !(end < len(text) && isWordByte(text[end])) {
			return true
		}
		from = start + 1
	}
	return false
}
