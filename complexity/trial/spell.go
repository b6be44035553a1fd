package trial

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// spell writes a value as an expression.
func spell(v treewalk.Value) (string, error) {
	var b strings.Builder
	err := speller{&b}.value(v)
	return b.String(), err
}

type speller struct{ *strings.Builder }

func (w speller) value(v treewalk.Value) error {
	switch v := v.(type) {
	case treewalk.Num:
		return w.number(v)
	case *treewalk.Data:
		w.WriteString(v.Name)
		if len(v.Fields) == 0 {
			return nil
		}
		return w.list("(", v.Fields, ")")
	case *treewalk.Tuple:
		if len(v.Elems) == 1 {
			return w.list("(", v.Elems, ",)")
		}
		return w.list("(", v.Elems, ")")
	case *treewalk.Seq:
		return w.list("[", v.Elems, "]")
	case *treewalk.Cell:
		return w.list("ref(", []treewalk.Value{v.Elem}, ")")
	}
	return fmt.Errorf("the value %s has no expression", treewalk.Text(v))
}

func (w speller) list(open string, parts []treewalk.Value, end string) error {
	w.WriteString(open)
	for i, p := range parts {
		if i > 0 {
			w.WriteString(", ")
		}
		if err := w.value(p); err != nil {
			return err
		}
	}
	w.WriteString(end)
	return nil
}

func (w speller) number(n treewalk.Num) error {
	d, ok := types.ParseDtype(n.Dtype)
	switch {
	case !ok || math.IsNaN(n.F) || math.IsInf(n.F, 0):
		return fmt.Errorf("the number %s has no expression", treewalk.Text(n))
	case d.Class == types.BoolClass:
		w.WriteString(map[bool]string{false: "False", true: "True"}[n.I != 0])
	case d.IsFloat():
		if n.Dtype != fmt.Sprintf("float%d", d.Bits) {
			return fmt.Errorf("there are no literals of `%s`", n.Dtype)
		}
		fmt.Fprintf(w, "%sf%d", strconv.FormatFloat(n.F, 'f', -1, 64), d.Bits)
	case n.Dtype == types.Int32.String():
		fmt.Fprint(w, n.I)
	case d.Class == types.UintClass:
		fmt.Fprintf(w, "%du%d", n.I, d.Bits)
	default:
		fmt.Fprintf(w, "%di%d", n.I, d.Bits)
	}
	return nil
}
