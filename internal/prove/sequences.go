package prove

import (
	"fmt"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/prove/instance"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
)

// sequences looks among instances of a rule with sequences, lists or functions: the checker
// infers the types of its variables, and each gets small values and small functions.
func (r *refuter) sequences(t *term.Rule, most int) *Counterexample {
	for _, leaf := range leaves {
		for round := range rounds {
			if r.ctx.Err() != nil || time.Now().After(r.until) || r.instances >= most {
				return r.slight
			}
			before, rows := r.sequenceProgram(t, leaf, round)
			if before == "" {
				continue
			}
			r.instances++
			if found := r.programs(before, rows); found != nil {
				return found
			}
		}
	}
	return r.slight
}

// rounds is how many choices of functions and attributes are tried for each type of leaves.
const rounds = 24

// A leafType is what the elements of sequences are.
type leafType struct {
	text   string
	values []string
}

var leaves = []leafType{
	{"int32", []string{"1", "2", "3", "0", "-1", "5"}},
	{"Tensor[(2), float32]", []string{"Constant([1f, 2f])", "Constant([3f, -1f])", "Constant([0f, 0.5f])", "Constant([2f, 2f])"}},
	{"bool", []string{"True", "False"}},
	{"float32", []string{"1f", "2f", "-0.5f", "0f"}},
}

// inferred are the types of a rule's variables, as the checker infers them for a definition
// that is the left side.
func (r *refuter) inferred(t *term.Rule) *types.Func {
	w := &instance.Writer{Text: map[*term.Term]string{}}
	var params []string
	for _, v := range t.Variables {
		switch v.Kind {
		case term.Number:
			w.Text[v] = instance.Literal(v.Dtype, nil, v.Value)
		default:
			params = append(params, "%"+v.Name)
		}
	}
	body, err := w.Expression(t.Left)
	if err != nil {
		return nil
	}
	x := ruleuse.NewScratch(r.snapshot, "<pattern>", "def @f("+strings.Join(params, ", ")+") {\n  "+body+"\n}\n")
	for i := range x.Module.File().Len() {
		if _, typ, ok := x.Module.Signature(i); ok {
			f, _ := types.Head(typ).(*types.Func)
			return f
		}
	}
	return nil
}

// sequenceProgram is the program of a round with rows of arguments for it.
func (r *refuter) sequenceProgram(t *term.Rule, leaf leafType, round int) (string, [][]string) {
	f := r.signature(t)
	if f == nil {
		return "", nil
	}
	m := &maker{leaf: leaf, round: round, associative: mentions(t, parallel.Reduce)}
	w := &instance.Writer{Text: map[*term.Term]string{}}
	var params []string
	var kinds []types.Type
	i := 0
	for _, v := range t.Variables {
		if v.Kind == term.Number {
			w.Text[v] = instance.Literal(v.Dtype, nil, v.Value)
			continue
		}
		typ := types.Head(f.In[i])
		i++
		if fn, ok := typ.(*types.Func); ok {
			w.Text[v] = m.function(fn)
			continue
		}
		params = append(params, "%"+v.Name+": "+m.typeText(typ))
		kinds = append(kinds, typ)
	}
	body, err := w.Expression(t.Left)
	if err != nil || m.failed {
		return "", nil
	}
	var rows [][]string
	for k := range 14 {
		var row []string
		for j, typ := range kinds {
			row = append(row, m.value(typ, k*(2*j+1)+j*(k/3)+j))
		}
		rows = append(rows, row)
		if len(kinds) == 0 {
			break
		}
	}
	return "def @f(" + strings.Join(params, ", ") + ") {\n  " + body + "\n}\n", rows
}

func mentions(r *term.Rule, name string) bool {
	found := false
	term.Walk(r.Left, func(t *term.Term) { found = found || t.Op != nil && t.Op.Name == name })
	return found
}

// signature is inferred, once for each rule.
func (r *refuter) signature(t *term.Rule) *types.Func {
	if r.signatures == nil {
		r.signatures = map[*term.Rule]*types.Func{}
	}
	f, known := r.signatures[t]
	if !known {
		f = r.inferred(t)
		r.signatures[t] = f
	}
	return f
}

// A maker writes values and functions of types whose variables stand for leaves.
type maker struct {
	leaf        leafType
	round       int
	made        int // functions so far
	associative bool
	failed      bool
}

func (m *maker) typeText(t types.Type) string {
	switch t := types.Head(t).(type) {
	case *types.Var:
		return m.leaf.text
	case *types.Fractal:
		return "FractalTensor[" + m.typeText(t.Elem) + "]"
	case *types.ADT:
		var args []string
		for _, a := range t.Args {
			args = append(args, m.typeText(a))
		}
		if len(args) == 0 {
			return t.Decl.Name
		}
		return t.Decl.Name + "[" + strings.Join(args, ", ") + "]"
	case *types.Tuple:
		var elems []string
		for _, e := range t.Elems {
			elems = append(elems, m.typeText(e))
		}
		if len(elems) == 1 {
			return "(" + elems[0] + ",)"
		}
		return "(" + strings.Join(elems, ", ") + ")"
	case *types.Tensor:
		return types.String(t)
	}
	m.failed = true
	return ""
}

// lengths are those of the sequences that are tried.
var lengths = []int{2, 1, 3, 0, 2, 1, 0, 3, 4, 1, 2}

// value writes value number k of a type.
func (m *maker) value(t types.Type, k int) string {
	switch t := types.Head(t).(type) {
	case *types.Var:
		return m.leaf.values[k%len(m.leaf.values)]
	case *types.Fractal:
		var elems []string
		for i := range lengths[k%len(lengths)] {
			elems = append(elems, m.value(t.Elem, k+i*(1+k%3)))
		}
		return "[" + strings.Join(elems, ", ") + "]"
	case *types.ADT:
		return m.data(t, k)
	case *types.Tuple:
		var elems []string
		for i, e := range t.Elems {
			elems = append(elems, m.value(e, k+i))
		}
		if len(elems) == 1 {
			return "(" + elems[0] + ",)"
		}
		return "(" + strings.Join(elems, ", ") + ")"
	case *types.Tensor:
		if len(t.Shape) == 0 {
			for _, l := range leaves {
				if l.text == types.String(t) {
					return l.values[k%len(l.values)]
				}
			}
		}
	}
	m.failed = true
	return "0"
}

func (m *maker) data(t *types.ADT, k int) string {
	switch t.Decl.Name {
	case "List":
		text := "Nil()"
		for i := range lengths[k%len(lengths)] {
			text = "Cons(" + m.value(t.Args[0], k+i*(1+k%3)) + ", " + text + ")"
		}
		return text
	case "Optional":
		if k%2 == 0 {
			return "Some(" + m.value(t.Args[0], k) + ")"
		}
		return "None()"
	case "Tree":
		if k%3 == 0 {
			return "Rose(" + m.value(t.Args[0], k) + ", Nil())"
		}
		leaf := "Rose(" + m.value(t.Args[0], k+1) + ", Nil())"
		return "Rose(" + m.value(t.Args[0], k) + ", Cons(" + leaf + ", Nil()))"
	}
	m.failed = true
	return "0"
}

// function writes one of the functions of a type: which one depends on the round.
func (m *maker) function(t *types.Func) string {
	var params []string
	for i, in := range t.In {
		params = append(params, fmt.Sprintf("%%a%d: %s", i, m.typeText(in)))
	}
	bodies := m.bodies(t)
	if len(bodies) == 0 {
		m.failed = true
		return ""
	}
	n := m.round
	for range m.made {
		n = n/len(bodies) + m.made + m.round
	}
	m.made++
	return "fn(" + strings.Join(params, ", ") + ") { " + bodies[n%len(bodies)] + " }"
}

// bodies are what functions of a type may give.
func (m *maker) bodies(t *types.Func) []string {
	out := m.typeText(t.Out)
	var same []string
	for i, in := range t.In {
		if m.typeText(in) == out {
			same = append(same, fmt.Sprintf("%%a%d", i))
		}
	}
	one := map[string]string{"int32": "1", "float32": "1f", "Tensor[(2), float32]": "1f"}[out]
	var all []string
	switch {
	case out == "bool" && len(t.In) > 0 && m.typeText(t.In[0]) == "int32":
		all = append(all, "%a0 > 1", "%a0 < 2", "%a0 == 1", "True", "False", "6 / %a0 > 2")
	case out == "bool" && len(t.In) > 0 && m.typeText(t.In[0]) == "float32":
		all = append(all, "%a0 > 1f", "%a0 < 1f", "True", "False")
	case out == "bool" && len(t.In) > 0 && m.typeText(t.In[0]) == "bool":
		all = append(all, "%a0", "!%a0", "True", "False")
	case out == "bool" && len(t.In) > 0 && m.typeText(t.In[0]) == "Tensor[(2), float32]":
		all = append(all, "sum(%a0) > 2f", "True", "False")
	case one != "" && len(same) >= 2 && m.associative:
		all = append(all, same[0]+" + "+same[1], same[0]+" * "+same[1], "maximum("+same[0]+", "+same[1]+")", same[0], same[1])
	case one != "" && len(same) >= 2:
		all = append(all, same[0]+" + "+same[1], same[0]+" - "+same[1], same[0]+" * "+one+" + "+same[1]+" * "+same[1], same[0], same[1], same[1]+" - "+same[0]+" - "+same[0], same[0]+" * "+same[1])
		if out == "int32" {
			all = append(all, same[0]+" / "+same[1], "10 * "+same[0]+" + "+same[1])
		}
	case one != "" && len(same) == 1 && len(t.In) == 1:
		all = append(all, "%a0 + "+one, "%a0 * %a0", "-%a0", "%a0", "%a0 * (%a0 - "+one+")")
		if out == "int32" {
			all = append(all, "6 / %a0", "7")
		}
	default:
		all = append(all, same...)
	}
	for k := range 2 {
		if v := m.value(t.Out, k); len(all) == 0 && !m.failed {
			all = append(all, v)
		}
	}
	return all
}

// kinds are the types of a rule's variables, as far as they are inferred.
func (r *refuter) kinds(t *term.Rule) map[*term.Term]types.Type {
	kinds := map[*term.Term]types.Type{}
	f := r.signature(t)
	if f == nil {
		return kinds
	}
	i := 0
	for _, v := range t.Variables {
		if v.Kind != term.Number && i < len(f.In) {
			kinds[v] = f.In[i]
			i++
		}
	}
	return kinds
}
