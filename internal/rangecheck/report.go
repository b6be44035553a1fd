package rangecheck

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// finding reports an operator of the definition that fails. One of another definition is that
// one's to report.
func (c *checker) finding(f witness.Finding) {
	if f.Item != c.pass.Item {
		return
	}
	shown, ok := c.confirm(f.Texts, f.Infinite)
	if !ok {
		return
	}
	code, message := c.words(f)
	d := syntax.Diagnostic{
		Code: code, Span: c.span(f.Node), Message: message,
		Notes: []string{fmt.Sprintf("`%s` gives %s", c.call(f.Texts), shown)},
		Data:  c.data(f.Texts, shown),
	}
	d.Fixes = c.fixes(f)
	if f.Trouble == shadow.Lost {
		d.Notes = append(d.Notes, "computed in wider dtypes, the result is another one")
	}
	c.report(d, f.Node)
}

// report gives a diagnostic, a hint where only ranges lead there that nothing declares.
func (c *checker) report(d syntax.Diagnostic, at syntax.NodeID) {
	if !c.declared(at) {
		c.pass.ReportAs(d, codes.Hint)
		return
	}
	c.pass.Report(d)
}

func (c *checker) data(texts []string, shown string) map[string]any {
	return map[string]any{"witness": texts, "value": shown, "definition": c.object.Name}
}

// longestCall is the length beyond which a call is shortened in a note.
const longestCall = 100

func (c *checker) call(texts []string) string {
	return excerpt.Line(c.object.Name+"("+strings.Join(texts, ", ")+")", longestCall)
}

// words are the code and the message of a finding.
func (c *checker) words(f witness.Finding) (codes.Code, string) {
	name, dtype := "this", dtypeIn(c.pass.Info.Type(f.Node))
	if a, ok := c.pass.Info.Application(f.Node); ok {
		name, dtype = "`"+a.Op.Name+"`", dtypeIn(a.Result)
	} else if item := c.pass.Item; item.Kind(f.Node) == syntax.Call {
		name = "`" + excerpt.Line(item.SourceText(item.Call(f.Node).Callee), longestCall) + "`"
	}
	switch {
	case f.Trouble == shadow.Overflow:
		return codes.MayOverflow, fmt.Sprintf("the result of %s may be beyond %s", name, dtype)
	case f.Trouble == shadow.Undefined:
		return codes.MayBeUndefined, fmt.Sprintf("%s may have no finite result here", name)
	case f.Cast:
		return codes.LosesPrecision, fmt.Sprintf("%s may give another integer: %s does not hold all of them", name, dtype)
	}
	return codes.LosesPrecision, fmt.Sprintf("the result of %s may have no correct digit", name)
}

// dtypeIn is the dtype of all tensors in a type.
func dtypeIn(t types.Type) string {
	text := ""
	types.Walk(t, func(t types.Type) bool {
		if tensor, ok := t.(*types.Tensor); ok && text == "" {
			text = tensor.Dtype.String()
		} else if ok && text != tensor.Dtype.String() {
			text = "its dtype"
		}
		return true
	})
	return cmp.Or(text, "its dtype")
}

// span is where the operator is written.
func (c *checker) span(n syntax.NodeID) syntax.Span {
	item := c.pass.Item
	if item.Kind(n) == syntax.Call {
		return item.Span(item.Call(n).Callee)
	}
	return item.Span(n)
}

// refused reports a call with an argument outside of a declared range.
func (c *checker) refused(r witness.Refused) {
	shown, ok := c.confirm(r.Texts, false)
	if !ok {
		return
	}
	d := syntax.Diagnostic{
		Code: codes.OutOfRange, Span: c.pass.Item.Span(r.Node),
		Message: fmt.Sprintf("`%s` of `%s` may be %s here, and its range is %s", r.Param, r.Callee.Name, number(r.Number), r.Range),
		Notes:   []string{fmt.Sprintf("it is in `%s`", c.call(r.Texts))},
		Data:    c.data(r.Texts, shown),
	}
	c.report(d, r.Node)
}

func number(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.6g", x), ".0") }

// declared reports whether all parameters that a node depends on have declared ranges.
func (c *checker) declared(at syntax.NodeID) bool {
	g := graph.Of(c.pass.Info)
	s := slice{g: g, seen: map[graph.Value]bool{}, params: map[int]bool{}}
	if v := g.At(at); v != graph.None {
		s.value(v)
		s.block(g.Block(v))
	}
	names := declared.Params(c.pass.Item)
	for i := range s.params {
		if i >= len(names) {
			return false
		}
		if _, ok := c.ranges[names[i]]; !ok && !c.isTruth(i) {
			return false
		}
	}
	return true
}

// isTruth reports whether a parameter holds truth values alone, which have no range.
func (c *checker) isTruth(i int) bool {
	f, ok := types.Head(c.object.Type).(*types.Func)
	if !ok || i >= len(f.In) {
		return false
	}
	t, ok := types.Head(f.In[i]).(*types.Tensor)
	return ok && t.Dtype == types.Bool
}

// A slice is what a value depends on (M. Weiser, Program Slicing, 1981).
type slice struct {
	g      *graph.Graph
	seen   map[graph.Value]bool
	params map[int]bool
}

func (s *slice) value(v graph.Value) {
	if v == graph.None || s.seen[v] {
		return
	}
	s.seen[v] = true
	function := s.g.Blocks()[s.g.Block(v)].Function
	if s.g.Kind(v) == graph.Parameter && function == graph.Body {
		s.params[s.g.Index(v)] = true
		return
	}
	if s.g.Kind(v) == graph.Parameter {
		opener := s.g.Blocks()[function].Opener
		for _, u := range s.g.Uses(opener) {
			s.value(u.User)
		}
		return
	}
	for _, o := range s.g.Operands(v) {
		s.value(o.Value)
	}
}

// block adds what decides whether a block is evaluated.
func (s *slice) block(b graph.Block) {
	for b != graph.Body {
		info := s.g.Blocks()[b]
		if info.Opener != graph.None {
			s.value(info.Opener)
		}
		b = info.Around
	}
}

// What the run that confirms a witness may take.
const (
	confirmSteps  = 50_000_000
	confirmMemory = 256 << 20
	confirmDepth  = 10_000
)

// confirm runs the definition in the interpreter, of arguments as they are written, and gives
// the result's text. ok is false where the run shows nothing: where a result is expected to be
// infinite, NaN or a fault, or an integer, and is a finite float.
func (c *checker) confirm(texts []string, fails bool) (shown string, ok bool) {
	v, err := c.run(c.pass.Module, texts)
	var fault *interp.Fault
	switch {
	case errors.As(err, &fault) && fault.Kind == interp.ZeroFault:
		return fault.Message, fails
	case err != nil:
		return "", false
	}
	if fails && !unsound(v) {
		return "", false
	}
	return value.Summary(v), true
}

var errNoCall = errors.New("the call has an error")

// run calls the definition, as a module has it, of arguments as they are written.
func (c *checker) run(m *typecheck.Module, texts []string) (value.Value, error) {
	file := syntax.ParseFile("<witness>", c.object.Name+"("+strings.Join(texts, ", ")+")\n")
	if file.Len() != 1 {
		return nil, errNoCall
	}
	trial := typecheck.NewModule(typecheck.Config{
		File: file, Imports: append([]*typecheck.Module{m}, m.Imports()...), Prelude: m.Prelude(), Ops: m.Ops(),
	})
	r := trial.Check(0)
	if len(file.Item(0).Errors) > 0 || len(r.Diagnostics) > 0 {
		return nil, errNoCall
	}
	p, err := interp.Compile(trial, nil)
	if err != nil {
		return nil, err
	}
	v, _, err := p.Run(c.pass.Context(), interp.Entry{Item: 0}, nil,
		interp.Options{Sequential: true, MaxSteps: confirmSteps, MaxMemory: confirmMemory, MaxDepth: confirmDepth})
	return v, err
}

// unsound reports whether a value holds an infinity, NaN or an integer.
func unsound(v value.Value) bool {
	switch v := v.(type) {
	case *value.Tuple:
		return slices.ContainsFunc(v.Elems, unsound)
	case *value.Data:
		return slices.ContainsFunc(v.Fields, unsound)
	case *value.Fractal:
		for i := range v.Len() {
			if unsound(v.At(i)) {
				return true
			}
		}
		return false
	}
	a := value.Dense(v)
	if a == nil || !a.Dtype.IsFloat() {
		return true
	}
	for _, x := range value.Elems[float64](a.Convert(value.Float64)) {
		if x-x != 0 {
			return true
		}
	}
	return false
}
