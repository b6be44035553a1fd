package relate

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Typing collects what a relation finds out about one call. The first error,
// or the first argument to wait for, decides the answer; what is noted after
// it is not looked at.
type Typing struct {
	*op.Call
	equal []op.Equation
	warn  []op.Warning
	stop  *op.Answer
}

// A Rule types a call whose argument 0 is known to be the tensor data. What it
// returns counts only where the Typing has no error.
type Rule func(s *Typing, data *types.Tensor) types.Type

// Relation makes a rule the relation of an operator.
func Relation(rule Rule) op.Relation {
	return func(c *op.Call) op.Answer {
		s := &Typing{Call: c}
		data := s.Need(0)
		if data == nil {
			return *s.stop
		}
		return s.answer(rule(s, data))
	}
}

func (s *Typing) answer(out types.Type) op.Answer {
	if s.stop != nil {
		return *s.stop
	}
	return op.Answer{Out: out, Equal: s.equal, Warn: s.warn}
}

// Stopped reports whether there is an error, or an argument to wait for.
func (s *Typing) Stopped() bool { return s.stop != nil }

// Need gives argument i, which must be a known tensor; nil stops the typing.
func (s *Typing) Need(i int) *types.Tensor {
	t, answer, ok := s.Tensor(i)
	if !ok {
		s.halt(answer)
		return nil
	}
	return t
}

// Peek gives argument i where it is a known tensor, else nil.
func (s *Typing) Peek(i int) *types.Tensor {
	t, _ := s.Arg(i).(*types.Tensor)
	return t
}

func (s *Typing) halt(answer op.Answer) {
	if s.stop == nil {
		s.stop = &answer
	}
}

// FailArg notes an error at argument i; the operator's rule is its last note.
func (s *Typing) FailArg(i int, code, message string, notes ...string) types.Type {
	s.halt(op.FailArg(i, code, s.title(message), s.withRule(notes)...))
	return nil
}

// FailAttr notes an error at an attribute.
func (s *Typing) FailAttr(attr, message string, notes ...string) types.Type {
	s.halt(op.FailAttr(attr, "attribute-value", s.title(message), s.withRule(notes)...))
	return nil
}

func (s *Typing) title(message string) string { return fmt.Sprintf("`%s`: %s", s.Op.Name, message) }

// withRule adds the operator's rule; the checker words those that begin with
// the operator's name.
func (s *Typing) withRule(notes []string) []string {
	if s.Op.Rule == "" {
		return notes
	}
	return append(notes, s.Op.Rule)
}

// WarnArg notes what cannot be meant of argument i, -1 for the whole call.
func (s *Typing) WarnArg(i int, code, message string, notes ...string) {
	s.warn = append(s.warn, op.Warning{Code: code, Arg: i, Message: s.title(message), Notes: notes})
}

// WarnAttr notes an attribute's value that cannot be meant.
func (s *Typing) WarnAttr(attr, message string, notes ...string) {
	s.warn = append(s.warn, op.Warning{Code: "suspect-attribute", Arg: -1, Attr: attr, Message: s.title(message), Notes: notes})
}

// Equate says that argument i has type t, without looking at what it is.
func (s *Typing) Equate(i int, t types.Type) {
	s.equal = append(s.equal, op.Equation{Arg: i, Type: t})
}

// Expect says that argument i has type want; a known tensor that clashes is an
// error here, which can say more than a failed equation.
func (s *Typing) Expect(i int, want *types.Tensor) {
	s.Equate(i, want)
	if have := s.Peek(i); have != nil && !s.Stopped() {
		s.compare(i, have, want)
	}
}

func (s *Typing) compare(i int, have, want *types.Tensor) {
	if len(have.Shape) != len(want.Shape) {
		s.unlike(i, "shape", have, want)
		return
	}
	for k := range have.Shape {
		if Clash(have.Shape[k], want.Shape[k]) {
			s.unlike(i, "shape", have, want)
			return
		}
	}
	if have.Dtype != want.Dtype {
		s.unlike(i, "dtype", have, want)
	}
}

// unlike notes that argument i differs from what is needed in an aspect.
func (s *Typing) unlike(i int, aspect string, have, want *types.Tensor) {
	s.FailArg(i, aspect+"-mismatch", fmt.Sprintf("`%s` has the wrong %s", s.Op.Params[i].Name, aspect))
	if s.stop.Err != nil {
		s.stop.Err.Want, s.stop.Err.Got = want, have
	}
}

// ShowWarned adds shapes to the warning that was just noted.
func (s *Typing) ShowWarned(shapes ...op.Shown) { s.warn[len(s.warn)-1].Shapes = shapes }

// Show adds shapes to the error that was just noted.
func (s *Typing) Show(shapes ...op.Shown) {
	if s.stop != nil && s.stop.Err != nil && s.stop.Err.Shapes == nil {
		s.stop.Err.Shapes = shapes
	}
}

// Dimensions says of an argument how many it has.
func Dimensions(n int) string { return "it has " + counted(n, "dimension") }

// SameDtype warns where data and weights are of different dtypes. Quantized
// networks mix integers on purpose, and say what the sums are held in.
func (s *Typing) SameDtype(i int, data, weight *types.Tensor) {
	if weight == nil || data.Dtype.IsInteger() && weight.Dtype.IsInteger() && s.Attrs.Dtype("out_dtype") != types.NoDtype {
		return
	}
	if data.Dtype != weight.Dtype {
		s.WarnArg(i, "suspect-operand", fmt.Sprintf("`%s` holds %s, while `%s` holds %s",
			s.Op.Params[i].Name, weight.Dtype, s.Op.Params[0].Name, data.Dtype), fmt.Sprintf("`cast(…, dtype=%q)` converts it", data.Dtype))
	}
}

// Axis reads an attribute that counts dimensions, from the end where it is
// negative; it must lie in [least, rank).
func (s *Typing) Axis(attr string, least, rank int) int {
	n, ok := s.Attrs.Int(attr)
	if !ok {
		s.FailAttr(attr, fmt.Sprintf("`%s` must be a number", attr))
		return -1
	}
	if n < int64(max(least, -rank)) || n >= int64(rank) {
		s.FailAttr(attr, fmt.Sprintf("`%s` is %d, and the data has %s", attr, n, counted(rank, "dimension")), axesText(max(least, -rank), rank))
		return -1
	}
	if n < 0 {
		n += int64(rank)
	}
	return int(n)
}

// axesText says which axes there are.
func axesText(least, rank int) string {
	switch {
	case rank == 0:
		return "a single value has no axes"
	case least < 0:
		return fmt.Sprintf("its axes are 0 to %d, or %d to -1 counted from the end", rank-1, least)
	}
	return fmt.Sprintf("`axis` is from %d to %d", least, rank-1)
}

// counted spells a number of things: "1 entry", "3 entries".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok {
		what = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// OutDtype is the attribute out_dtype, the data's dtype where it is left out.
func (s *Typing) OutDtype(data *types.Tensor) types.Dtype {
	if d := s.Attrs.Dtype("out_dtype"); d != types.NoDtype {
		return d
	}
	return data.Dtype
}
