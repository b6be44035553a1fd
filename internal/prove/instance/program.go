package instance

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Writer writes the left side of a rule as an expression of the language.
type Writer struct {
	// Named are the attributes that a call writes; nil for those of the pattern alone.
	Named func(*term.Term) ([]op.Named, error)
	// Text are the texts of variables and constants; those without one are written as
	// locals.
	Text map[*term.Term]string
	strings.Builder
	err error
}

// Expression is the text of a term.
func (w *Writer) Expression(t *term.Term) (string, error) {
	w.Reset()
	w.term(t)
	return w.String(), w.err
}

func (w *Writer) term(t *term.Term) {
	if text, ok := w.Text[t]; ok {
		w.WriteString(text)
		return
	}
	switch t.Kind {
	case term.Variable, term.Local:
		w.WriteString("%" + t.Name)
	case term.Number:
		w.WriteString(Literal(t.Dtype, nil, t.Value))
	case term.Call:
		w.call(t)
	case term.Tuple:
		end := ")"
		if len(t.Args) == 1 {
			end = ",)"
		}
		w.list("(", t.Args, end)
	case term.List:
		w.list("[", t.Args, "]")
	case term.Project:
		w.term(t.Args[0])
		w.WriteString("." + strconv.Itoa(t.Index))
	case term.Lambda:
		w.WriteString("fn(%" + strings.Join(t.Params, ", %") + ") { ")
		w.term(t.Args[0])
		w.WriteString(" }")
	case term.Apply:
		w.term(t.Args[0])
		w.list("(", t.Args[1:], ")")
	case term.Global, term.Constructor:
		w.WriteString(t.Name)
	case term.Operator:
		w.WriteString(t.Op.Name)
	case term.If:
		w.WriteString("if (")
		w.term(t.Args[0])
		w.WriteString(") { ")
		w.term(t.Args[1])
		w.WriteString(" } else { ")
		w.term(t.Args[2])
		w.WriteString(" }")
	default:
		w.err = fmt.Errorf("a term of the pattern cannot be written")
	}
}

func (w *Writer) list(open string, terms []*term.Term, end string) {
	w.WriteString(open)
	for i, t := range terms {
		if i > 0 {
			w.WriteString(", ")
		}
		w.term(t)
	}
	w.WriteString(end)
}

func (w *Writer) call(t *term.Term) {
	if t.Op.Name == parallel.Element.Name {
		w.term(t.Args[0])
		w.list("[", t.Args[1:], "]")
		return
	}
	w.WriteString(t.Op.Name)
	w.list("(", t.Args, "")
	var named []op.Named
	for _, a := range t.Given {
		named = append(named, op.Named{Name: a.Name, Value: a.Value})
	}
	if w.Named != nil {
		named, w.err = w.Named(t)
	}
	for i, n := range named {
		if i > 0 || len(t.Args) > 0 {
			w.WriteString(", ")
		}
		w.WriteString(n.Name + "=" + n.Value.String())
	}
	w.WriteString(")")
}

// Literal is the text of a constant tensor of one number; NoDtype is that of plain text.
func Literal(d types.Dtype, shape []types.Dim, v op.Value) string {
	text := v.String()
	switch {
	case d.IsInteger() && v.Kind == op.FloatValue:
		text = strconv.FormatInt(int64(v.Float), 10)
	case d.IsFloat():
		if text = strconv.FormatFloat(condition.Number(v), 'g', -1, 64); !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
	}
	switch {
	case len(shape) > 0:
		return "Constant(" + text + ", " + types.ShapeString(shape) + ", " + d.String() + ")"
	case d == types.NoDtype, d == types.Bool, d == types.Int32:
		return text
	case d == types.Float32:
		return text + "f"
	}
	return "Constant(" + text + ", (), " + d.String() + ")"
}

// Program is the instance as a program with a definition @f, of its variables.
func (in *Instance) Program(values map[*term.Term]value.Value) (text string, arguments []string, err error) {
	w := &Writer{Named: in.Named, Text: map[*term.Term]string{}}
	var params []string
	for _, v := range in.Rule.Variables {
		t := in.Types[v].(*types.Tensor)
		switch v.Kind {
		case term.Number:
			w.Text[v] = Literal(t.Dtype, t.Shape, v.Value)
		case term.Constant:
			w.Text[v] = Spell(value.Dense(values[v]))
		default:
			params = append(params, "%"+v.Name+": "+types.String(t))
			arguments = append(arguments, Spell(value.Dense(values[v])))
		}
	}
	body, err := w.Body(in.Rule.Left)
	return "def @f(" + strings.Join(params, ", ") + ") {\n  " + body + "\n}\n", arguments, err
}

// Body is the text of a term in which each call that stands at several places is bound to a
// variable: a name of a rule is one expression there, and not two equal ones.
func (w *Writer) Body(root *term.Term) (string, error) {
	uses := map[*term.Term]int{}
	var shared []*term.Term
	term.Walk(root, func(t *term.Term) {
		for _, a := range t.Args {
			uses[a]++
		}
	})
	term.Walk(root, func(t *term.Term) {
		if t.Kind == term.Call && uses[t] > 1 {
			shared = append(shared, t)
		}
	})
	lets := ""
	for i, t := range shared {
		text, err := w.Expression(t)
		if err != nil {
			return "", err
		}
		name := fmt.Sprintf("%%shared%d", i)
		lets += "let " + name + " = " + text + ";\n  "
		w.Text[t] = name
	}
	body, err := w.Expression(root)
	return lets + body, err
}

// Spell writes an array as an expression.
func Spell(a *value.Array) string {
	a = a.Contiguous()
	flat := a.Flat()
	scalar := func(i int) string {
		s := value.Load(a.Dtype, flat, i)
		if a.Dtype == value.Bool {
			if s.IsTrue() {
				return "True"
			}
			return "False"
		}
		return value.Digits(s)
	}
	if len(a.Shape) == 0 {
		switch a.Dtype {
		case value.Bool, value.Int32:
			return scalar(0)
		case value.Float32:
			return scalar(0) + "f"
		}
		return "Constant(" + scalar(0) + ", (), " + a.Dtype.String() + ")"
	}
	if a.Len() == 0 {
		zero := "0"
		switch {
		case a.Dtype == value.Bool:
			zero = "False"
		case a.Dtype.IsFloat():
			zero = "0.0"
		}
		return "Constant(" + zero + ", " + types.ShapeString(types.Consts(a.Shape)) + ", " + a.Dtype.String() + ")"
	}
	at := 0
	var b strings.Builder
	var nested func(shape []int)
	nested = func(shape []int) {
		if len(shape) == 0 {
			b.WriteString(scalar(at))
			at++
			return
		}
		b.WriteString("[")
		for i := range shape[0] {
			if i > 0 {
				b.WriteString(", ")
			}
			nested(shape[1:])
		}
		b.WriteString("]")
	}
	nested(a.Shape)
	return "Constant(" + b.String() + ", " + a.Dtype.String() + ")"
}
