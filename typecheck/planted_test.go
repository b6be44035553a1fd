package typecheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A netMistake plants a mistake in a line of a net in graph normal form.
type netMistake struct {
	name    string
	line    *regexp.Regexp // the lines that it fits
	planted string
	// It is one only where all extents are known: `?` may be any.
	needsExtents bool
}

// netMistakes are the mistakes of someone who writes a net by hand.
var netMistakes = []netMistake{
	{"wrong number of units", regexp.MustCompile(`^(.*nn\.dense\(.*units=)(\d+)(.*)$`), "${1}1${2}${3}", false},
	{"wrong number of channels", regexp.MustCompile(`^(.*nn\.conv\dd\(.*[^_]channels=)(\d+)(.*)$`), "${1}1${2}${3}", false},
	{"wrong kernel", regexp.MustCompile(`^(.*nn\.conv2d\(.*kernel_size=)\[[^]]*\](.*)$`), "${1}[13, 17]${2}", false},
	{"swapped arguments of a layer", regexp.MustCompile(`^(.*= nn\.(?:bias_add|batch_norm|conv2d|dense)\()(%[\w.]+), (%[\w.]+)(.*)$`), "${1}${3}, ${2}${4}", true},
	{"wrong axis", regexp.MustCompile(`^(.*[^_]axis=)-?\d+(.*)$`), "${1}9${2}", false},
	{"wrong axis in a list", regexp.MustCompile(`^(.*(?:mean|sum|squeeze|max|min)\(.*axis=)\[-?\d+\](.*)$`), "${1}[9]${2}", false},
	{"wrong part of a tuple", regexp.MustCompile(`^(.*= %\d+\.)\d+(.*)$`), "${1}99${2}", false},
	{"undefined name", regexp.MustCompile(`^(  %\d+ = [\w.]+\()%[\w.]+(.*)$`), "${1}%nowhere${2}", false},
	{"undefined operator", regexp.MustCompile(`^(  %\d+ = )([\w.]+)(\(.*)$`), "${1}${2}nowhere${3}", false},
	{"wrong shape", regexp.MustCompile(`^(.*= reshape\(.*newshape=)\[[^]]*\](.*)$`), "${1}[7, 13, 11]${2}", true},
	{"wrong operand", regexp.MustCompile(`^(  %\d+ = (?:add|multiply|subtract|divide)\(%[\w.]+, )[^()]+(\).*)$`), "${1}zeros(shape=[3, 5, 7, 11, 13], dtype=\"float32\")${2}", false},
	{"wrong dtype", regexp.MustCompile(`^(  %\d+ = (?:add|multiply|subtract|divide)\(%[\w.]+, )[^()]+(\).*)$`), "${1}zeros(shape=[1], dtype=\"int8\")${2}", false},
	{"missing argument", regexp.MustCompile(`^(  %\d+ = (?:add|multiply|subtract|divide|nn\.\w+)\(%[\w.]+), %[\w.]+(.*)$`), "${1}${2}", false},
	{"unknown attribute", regexp.MustCompile(`^(.*[( ])(axis|units|padding|strides|newshape)(=.*)$`), "${1}${2}_of_what${3}", false},
	{"tuple for a tensor", regexp.MustCompile(`^(  %\d+ = (?:nn\.dense|nn\.conv2d|add|multiply)\()(%[\w.]+)(.*)$`), "${1}(${2}, ${2})${3}", false},
}

// mistakesPerNet bounds how often one mistake is planted in one net.
const mistakesPerNet = 6

// TestPlantedInNets holds that one mistake in the middle of a net is one error,
// on its line.
func TestPlantedInNets(t *testing.T) {
	for name, text := range nets(t) {
		if c := check(name, text); len(c.errors) > 0 {
			t.Errorf("%s is wrong before anything is planted:\n\t%s", name, located(text, c.errors))
			continue
		}
		for _, m := range netMistakes {
			t.Run(name+"/"+m.name, func(t *testing.T) { holdPlanted(t, name, text, m) })
		}
	}
}

// nets are the networks of the suite, the examples and the reference data.
func nets(t *testing.T) map[string]string {
	out := map[string]string{"mobilenet": bench.MobileNet(), "resnet50": bench.ResNet50()}
	paths := []string{"../examples/convnet.relay"}
	for _, path := range append(paths, reference.Nets(t)...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(path)] = string(text)
	}
	return out
}

func holdPlanted(t *testing.T, name, text string, m netMistake) {
	lines := strings.Split(text, "\n")
	var fits []int
	for i, line := range lines {
		if m.line.MatchString(line) && !strings.HasPrefix(line, "def") {
			fits = append(fits, i)
		}
	}
	if len(fits) == 0 {
		t.Skip("no line of this net fits")
	}
	for k := range min(mistakesPerNet, len(fits)) {
		i := fits[k*len(fits)/min(mistakesPerNet, len(fits))]
		wrong := slices.Clone(lines)
		wrong[i] = m.line.ReplaceAllString(lines[i], m.planted)
		if wrong[i] == lines[i] || strings.Contains(lines[i], "?") && m.needsExtents {
			continue
		}
		planted := strings.Join(wrong, "\n")
		found := check(name, planted)
		errors := append(found.errors, found.unknownOperators...)
		if len(errors) != 1 || syntax.NewLines(planted).Position(errors[0].Span.Start).Line != i+1 {
			t.Errorf("line %d: %.200s\n%d errors:\n\t%s", i+1, strings.TrimSpace(wrong[i]), len(errors), located(planted, errors))
		}
	}
}

// A mistake is one edit of an item that certainly breaks its types.
type mistake struct {
	name string
	edit syntax.Edit // in the item
}

// TestPlantedInPrograms holds that a mistake in a program is reported, in the
// definition that has it or in one that uses it.
func TestPlantedInPrograms(t *testing.T) {
	texts := map[string]string{}
	for seed := range uint64(40) {
		texts[fmt.Sprint("random", seed)] = progen.Make(seed).Text
	}
	paths, err := filepath.Glob("../examples/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	planted, single := 0, 0
	for name, text := range texts {
		c := check(name, text)
		if len(c.errors) > 0 { // it imports what is not given here
			continue
		}
		for i, r := range c.results {
			for _, m := range mistakes(c, i, r) {
				planted++
				if holdMistake(t, c, i, m) {
					single++
				}
			}
		}
	}
	t.Logf("%d mistakes, %d of them gave one error", planted, single)
	if planted < 1000 || single*100 < planted*95 {
		t.Errorf("only %d of %d mistakes gave one error", single, planted)
	}
}

// holdMistake plants a mistake and tells whether it gave one error.
func holdMistake(t *testing.T, c checked, i int, m mistake) bool {
	at := c.file.Start(i)
	text := c.file.Text()[:at+m.edit.Span.Start] + m.edit.NewText + c.file.Text()[at+m.edit.Span.End:]
	wrong := check(c.file.Name, text)
	where := fmt.Sprintf("%s: %s: %q for %q", c.file.Name, m.name, m.edit.NewText, c.file.Item(i).Text[m.edit.Span.Start:m.edit.Span.End])
	if len(wrong.errors) == 0 {
		t.Errorf("%s: no error in\n%s", where, wrong.file.Item(i).Text)
	}
	users := users(wrong, i)
	for _, d := range wrong.errors {
		if !users[wrong.file.ItemAt(d.Span.Start)] {
			t.Errorf("%s: reported elsewhere:\n\t%s", where, located(text, wrong.errors))
		}
	}
	if len(wrong.errors) > 1 {
		t.Logf("%s: %d errors:\n\t%s\n%s", where, len(wrong.errors), located(text, wrong.errors), wrong.file.Item(i).Text)
	}
	return len(wrong.errors) == 1
}

// users are an item and all that name what it declares, by way of others too.
func users(c checked, i int) map[int]bool {
	found := map[int]bool{i: true}
	for more := true; more; {
		more = false
		for j, item := range c.file.All() {
			for k := range found {
				if o := c.module.Object(k); o != nil && !found[j] && strings.Contains(item.Text, o.Name) {
					found[j], more = true, true
				}
			}
		}
	}
	return found
}

// mistakes lists what can be planted in an item, a few of each kind.
func mistakes(c checked, i int, r *typecheck.Result) []mistake {
	item := c.file.Item(i)
	count := map[string]int{}
	bound := map[syntax.NodeID]bool{} // by a graph binding
	var out []mistake
	plant := func(name string, s syntax.Span, text string) {
		if count[name]++; count[name] <= 2 {
			out = append(out, mistake{name, syntax.Edit{Span: s, NewText: text}})
		}
	}
	if k := item.Kind(item.Root); k != syntax.ItemDef && k != syntax.ItemExpr {
		return nil
	}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		kids := item.Kids(n)
		switch item.Kind(n) {
		case syntax.If:
			plant("condition", item.Span(kids[0]), "((1, 2))")
		case syntax.Graph:
			bound[kids[0]] = true
		case syntax.Local:
			if !bound[n] {
				plant("undefined variable", item.Span(n), "%nowhere_at_all")
			}
		case syntax.Global:
			if n != item.Declared() {
				plant("undefined function", item.Span(n), "@nowhere_at_all")
			}
		case syntax.Binary:
			plant("operand", item.Span(kids[0]), "(1, 2)")
			plant("list operand", item.Span(kids[2]), "Nil()")
		case syntax.Project:
			if tuple, ok := types.Head(r.Types[kids[0]]).(*types.Tuple); ok {
				plant("projection", item.Span(n), item.SourceText(kids[0])+fmt.Sprintf(".%d", len(tuple.Elems)))
			}
		case syntax.PatCons:
			plant("constructor", item.Span(kids[0]), wrongConstructor(item.SourceText(kids[0])))
			if len(kids) > 1 {
				plant("field too many", item.Span(kids[1]), "_, "+item.SourceText(kids[1]))
			}
		case syntax.Call:
			callMistakes(r, n, plant)
		case syntax.ItemDef:
			if def := item.Def(n); def.Result != syntax.NoNode && def.Body != syntax.NoNode {
				if f, ok := c.module.Object(i).Type.(*types.Func); ok {
					plant("result", item.Span(def.Body), "{ "+wrongValue(f.Out)+" }")
				}
			}
		}
		return true
	})
	return out
}

// wrongConstructor is a constructor of another type.
func wrongConstructor(name string) string {
	if name == "Some" || name == "None" {
		return "Nil"
	}
	return "None"
}

// wrongValue is a value of another type.
func wrongValue(t types.Type) string {
	if tensor, ok := types.Head(t).(*types.Tensor); ok && len(tensor.Shape) > 0 {
		return "zeros(shape=[1, 2, 3, 4, 5, 6, 7], dtype=\"float32\")"
	}
	if tuple, ok := types.Head(t).(*types.Tuple); ok && len(tuple.Elems) == 2 {
		return "(1, 2, 3)"
	}
	return "(1, 2)"
}

// callMistakes plants mistakes in a call of a definition or a constructor.
func callMistakes(r *typecheck.Result, n syntax.NodeID, plant func(string, syntax.Span, string)) {
	item := r.Item
	kids := item.Kids(n)
	callee, args := kids[0], kids[1:]
	o := r.Objects[callee]
	if o == nil || o.Kind != typecheck.DefObject && o.Kind != typecheck.ConstructorObject || len(args) == 0 {
		return
	}
	f, ok := o.Type.(*types.Func)
	if o.Cons != nil {
		f, ok = o.Cons.Sig, true
	}
	if !ok || len(f.In) != len(args) {
		return
	}
	last := item.Span(args[len(args)-1])
	start := last.Start
	if len(args) > 1 {
		start = item.Span(args[len(args)-2]).End
	}
	plant("missing argument", syntax.Span{Start: start, End: last.End}, "")
	plant("one argument more", syntax.Span{Start: last.End, End: last.End}, ", 1")
	for i, arg := range args {
		if _, open := types.Head(f.In[i]).(*types.Var); !open {
			plant("argument", item.Span(arg), wrongValue(f.In[i]))
		}
	}
	for i := range args[1:] {
		a, b := types.Head(f.In[i]), types.Head(f.In[i+1])
		if fmt.Sprintf("%T", a) == fmt.Sprintf("%T", b) || isVar(a) || isVar(b) {
			continue
		}
		left, right := item.Span(args[i]), item.Span(args[i+1])
		between := item.Text[left.End:right.Start]
		plant("swapped arguments", left.Cover(right), item.SourceText(args[i+1])+between+item.SourceText(args[i]))
	}
}

func isVar(t types.Type) bool { _, ok := t.(*types.Var); return ok }
