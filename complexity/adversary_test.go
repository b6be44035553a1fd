package complexity_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestAdversary bounds the definitions of programs that are meant to be hard, and runs
// them on small arguments in all proportions. COST_ADVERSARIES says how many programs
// there are, COST_SEED which is the first; the default is what a test may take.
func TestAdversary(t *testing.T) {
	programs, _ := strconv.Atoi(os.Getenv("COST_ADVERSARIES"))
	if programs == 0 {
		programs = 60
	}
	first, _ := strconv.ParseUint(os.Getenv("COST_SEED"), 10, 64)
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	total := duel{}
	for seed := first; seed < first+uint64(programs) && !(t.Failed() && programs < 1000); seed++ {
		d := duel{T: t, Rand: rand.New(rand.NewPCG(seed, 11)), seed: seed}
		d.text = adversarial(d.Rand)
		m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", d.text), Prelude: pre, Ops: table.Default()})
		if hasErrors(t, m) {
			continue
		}
		d.fight(m)
		total.checked++
		total.bounded, total.runs = total.bounded+d.bounded, total.runs+d.runs
	}
	t.Logf("%d of %d programs checked, %d definitions bounded, %d runs", total.checked, programs, total.bounded, total.runs)
	if total.bounded < programs/2 {
		t.Errorf("only %d definitions of %d programs have a bound", total.bounded, programs)
	}
}

// A duel holds the bounds of one program against runs.
type duel struct {
	*testing.T
	*rand.Rand
	seed                   uint64
	text                   string
	checked, bounded, runs int
	failed                 bool
}

func (d *duel) fight(m *typecheck.Module) {
	analysis := analysisOf(m)
	program, err := trial.Link(m)
	if err != nil {
		d.Fatal(err)
	}
	for i := range m.Items() {
		o := m.Object(i)
		if o == nil || o.Kind != typecheck.DefObject || !strings.HasPrefix(o.Name, "@d") {
			continue
		}
		start := time.Now()
		b := analysis.Of(o)
		if took := time.Since(start); took > time.Second {
			d.Logf("seed %d: %s takes %v", d.seed, o.Name, took)
		}
		d.same(o, b, m)
		for range 30 {
			if b.Bounded(complexity.Work) || b.Bounded(complexity.Tick) || b.Bounded(complexity.Span) || b.Bounded(complexity.Memory) {
				d.run(program, o, b, analysis.Parameters(o))
			}
		}
		if b.Bounded(complexity.Work) {
			d.bounded++
		}
	}
}

// same looks at one in four definitions again, with an analysis that has seen no other:
// the bound must come out equal.
func (d *duel) same(o *typecheck.Object, b *complexity.Bound, m *typecheck.Module) {
	if d.IntN(4) > 0 {
		return
	}
	again := analysisOf(m).Of(o)
	third := analysisOf(m).Of(o)
	for name, metric := range metricNames {
		if again.Text(metric) != third.Text(metric) {
			d.Errorf("seed %d: %s of %s is %s, and then %s\n%s", d.seed, name, o.Name, again.Text(metric), third.Text(metric), d.text)
		}
		if os.Getenv("COST_SHOW") != "" && again.Text(metric) != b.Text(metric) {
			d.Logf("seed %d: %s of %s depends on what was bounded before: %s, and else %s", d.seed, name, o.Name, b.Text(metric), again.Text(metric))
		}
	}
}

// run calls a definition once.
func (d *duel) run(program *treewalk.Program, o *typecheck.Object, b *complexity.Bound, names []string) {
	types := parameterTexts(o, d.text)
	var args []treewalk.Value
	measured := map[string]int64{}
	for i, t := range types {
		v := d.value(t)
		args = append(args, v)
		measure(names[i], v, t, measured)
	}
	sizes := make([]int64, len(b.Sizes))
	for i, name := range b.Sizes {
		n, known := measured[name]
		if !known {
			d.Fatalf("seed %d: what is the size %s of %s?\n%s", d.seed, name, o.Name, d.text)
		}
		sizes[i] = n
		if b.Ranged() && n > complexity.Small {
			return // an integer may leave its range
		}
	}
	r := program.Call(o.Item, args, treewalk.Limits{Steps: 4000, Depth: 4000})
	if f := r.Fault; f != nil && f.Kind == treewalk.Unsupported {
		return
	}
	d.runs++
	costs := map[complexity.Metric]int64{complexity.Work: r.Cost.Work, complexity.Tick: r.Cost.Tick, complexity.Span: r.Cost.Span, complexity.Memory: r.Cost.Memory}
	for name, m := range metricNames {
		if most, err := b.At(m, sizes); b.Bounded(m) && (err != nil || float64(costs[m]) > most) && !d.failed {
			d.failed = true
			d.Errorf("seed %d: %s costs %s %d where %v are %v, more than %s = %g %v\n%s", d.seed, o.Name, name, costs[m], b.Sizes, sizes, b.Text(m), most, err, d.text)
		}
	}
}

// parameterTexts are the types of a definition's parameters as they were written.
func parameterTexts(o *typecheck.Object, text string) (all []string) {
	head := text[strings.Index(text, "def "+o.Name+"(")+len("def "+o.Name+"("):]
	head = head[:strings.Index(head, ") -> ")]
	for _, p := range strings.Split(head, "%p")[1:] {
		_, t, _ := strings.Cut(p, ": ")
		all = append(all, strings.TrimSuffix(t, ", "))
	}
	return all
}

// value is one of a type, small or at the end of its range.
func (d *duel) value(t string) treewalk.Value {
	switch t {
	case intType:
		return treewalk.Num{Dtype: t, I: d.oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 100, 1<<31-1, 1<<31-2, 1<<30)}
	case byteType:
		return treewalk.Num{Dtype: t, I: d.oneOf(0, 1, 2, 3, 4, 5, 7, 8, 60, 64, 100, 124, 125, 126, 127)}
	case uintType:
		return treewalk.Num{Dtype: t, I: d.oneOf(0, 1, 2, 3, 4, 5, 7, 8, 100, 127, 128, 129, 200, 252, 253, 254, 255)}
	case boolType:
		return treewalk.Num{Dtype: t, I: d.oneOf(0, 1)}
	case bin:
		return d.tree(d.IntN(7))
	case pair:
		return &treewalk.Tuple{Elems: []treewalk.Value{d.value(intList), d.value(intList)}}
	case counted:
		return &treewalk.Tuple{Elems: []treewalk.Value{d.value(intType), d.value(intList)}}
	case duo:
		return &treewalk.Data{Name: "Duo", Fields: []treewalk.Value{d.value(intList), d.value(intList)}}
	case log:
		return &treewalk.Data{Name: "Log", Fields: []treewalk.Value{d.value(intType), d.value(duo)}}
	case optional:
		if d.IntN(4) == 0 {
			return &treewalk.Data{Name: "None"}
		}
		return &treewalk.Data{Name: "Some", Fields: []treewalk.Value{d.value(counted)}}
	}
	list := &treewalk.Data{Name: "Nil"}
	for range d.oneOf(0, 0, 1, 2, 3, 4, 5, 6, 8, 13) {
		var head treewalk.Value = treewalk.Num{Dtype: intType, I: d.oneOf(-2, -1, 0, 1, 2, 3, 4, 5, 1<<31-1, -1<<31)}
		if t == lists {
			head = d.value(intList)
		}
		list = &treewalk.Data{Name: "Cons", Fields: []treewalk.Value{head, list}}
	}
	return list
}

func (d *duel) oneOf(all ...int64) int64 { return all[d.IntN(len(all))] }

func (d *duel) tree(n int) treewalk.Value {
	if n <= 0 {
		return &treewalk.Data{Name: "Leaf"}
	}
	left := d.IntN(n)
	return &treewalk.Data{Name: "Node", Fields: []treewalk.Value{d.tree(left), treewalk.Num{Dtype: intType, I: d.oneOf(-1, 0, 1, 2, 3)}, d.tree(n - 1 - left)}}
}

// measure notes the sizes of a value by the names that bounds have for them.
func measure(name string, v treewalk.Value, t string, sizes map[string]int64) {
	switch v := v.(type) {
	case treewalk.Num:
		sizes[name] = v.I
	case *treewalk.Tuple:
		measure(name+".0", v.Elems[0], map[string]string{pair: intList, counted: intType}[t], sizes)
		measure(name+".1", v.Elems[1], intList, sizes)
	case *treewalk.Data:
		whole := "|" + name + "|"
		sizes[whole], sizes[whole+"_2"] = 0, 0
		for rest := []*treewalk.Data{v}; len(rest) > 0; {
			d := rest[len(rest)-1]
			rest = rest[:len(rest)-1]
			if len(d.Fields) == 0 {
				continue
			}
			if d.Name != "Duo" && d.Name != "Log" && d.Name != "Some" { // they are not recursive
				sizes[whole]++
			}
			for i, f := range d.Fields {
				if both, isTuple := f.(*treewalk.Tuple); isTuple {
					f = both.Elems[1]
				}
				next, isData := f.(*treewalk.Data)
				if isData && t == lists && i == 0 {
					inner := map[string]int64{}
					measure("l", next, intList, inner)
					sizes[whole+"_2"] += inner["|l|"]
				} else if isData {
					rest = append(rest, next)
				}
			}
		}
	}
}
