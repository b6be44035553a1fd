package exhaustive

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	matrices = flag.Int("matrices", 5000, "number of random matches that the OCaml compiler judges too")
	seed     = flag.Uint64("seed", 1, "where their random numbers begin")
)

// ocamlSpaces are the spaces that OCaml can declare, with how it writes them.
var ocamlSpaces = []struct {
	space *space
	name  string
	cons  []string
}{
	{testBool, "bool", []string{"false", "true"}},
	{testColor, "color", []string{"Red", "Green", "Blue"}},
	{testNat, "nat", []string{"S", "Z"}},
	{testBox, "box", []string{"Box"}},
	{testList, "colors", []string{"Cons", "Nil"}},
	{testTree, "tree", []string{"Leaf", "Node"}},
	{testOpt, "opt", []string{"None", "Some"}},
	{testInt, "int", nil},
}

const ocamlDecls = `type color = Red | Green | Blue
type nat = S of nat | Z
type box = Box of color
type colors = Cons of color * colors | Nil
type tree = Leaf | Node of tree * bool * tree
type opt = None | Some of (bool * colors)
`

// TestAgainstOCaml holds verdicts against those of the OCaml compiler: whether
// a match is exhaustive (its warning 8) and which clauses are unused (11).
func TestAgainstOCaml(t *testing.T) {
	compiler, err := exec.LookPath("ocamlc")
	if err != nil {
		t.Skip("skipped: ocamlc is not installed (Debian: ocaml-nox)")
	}
	r := rand.New(rand.NewPCG(*seed, 11))
	o := ocamlProgram{line: strings.Count(ocamlDecls, "\n") + 1}
	o.text.WriteString(ocamlDecls)
	for range *matrices {
		o.add(t, randomOCaml(r))
	}
	got := o.warnings(t, compiler)
	t.Logf("%d matches, %d warnings", *matrices, len(got))
	if !slices.Equal(got, o.want) {
		reportDifference(t, got, o.want, strings.Split(o.text.String(), "\n"))
	}
}

func randomOCaml(r *rand.Rand) *problem {
	s := &space{kind: tupleSpace}
	for range 1 + r.IntN(5) {
		s.elems = append(s.elems, ocamlSpaces[r.IntN(len(ocamlSpaces))].space)
	}
	p := newProblem(s)
	for range 1 + r.IntN(9) {
		args := randomArgs(r, &p.m.arena, s.elems, 1+r.IntN(3))
		p.pats = append(p.pats, p.m.arena.add(patNode{kind: tuplePat}, args...))
	}
	return p
}

// An ocamlProgram is a text with the warnings that we would give it.
type ocamlProgram struct {
	text strings.Builder
	line int // the next one
	want []string
}

func (o *ocamlProgram) add(t *testing.T, p *problem) {
	line := o.line
	o.line += 1 + len(p.pats)
	var types []string
	for _, e := range p.space.elems {
		types = append(types, ocamlName(e))
	}
	fmt.Fprintf(&o.text, "let f (x : %s) = match x with\n", strings.Join(types, " * "))
	for _, q := range p.pats {
		fmt.Fprintf(&o.text, "| %s -> 0\n", ocamlPattern(&p.m.arena, q, p.space))
	}
	v := p.judge()
	if v.gaveUp {
		t.Error("gave up")
	}
	if v.missing != nil {
		o.want = append(o.want, fmt.Sprintf("%d: 8", line))
	}
	for _, d := range v.dead {
		o.want = append(o.want, fmt.Sprintf("%d: 11", line+1+d.row))
	}
}

func ocamlName(s *space) string {
	for _, o := range ocamlSpaces {
		if o.space == s {
			return o.name
		}
	}
	return "?"
}

func ocamlPattern(l *arena, p pat, s *space) string {
	n := l.nodes[p]
	switch {
	case n.kind == wildPat:
		return "_"
	case s == testInt:
		return strconv.FormatInt(n.con, 10)
	}
	head := ""
	if n.kind != tuplePat {
		for _, o := range ocamlSpaces {
			if o.space == s {
				head = o.cons[n.con]
			}
		}
	}
	if n.count == 0 {
		return head
	}
	var args []string
	for i, arg := range l.arguments(p) {
		args = append(args, ocamlPattern(l, arg, s.parts(n.con)[i]))
	}
	return head + " (" + strings.Join(args, ", ") + ")"
}

var ocamlWarning = regexp.MustCompile(`lines? (\d+)[^\n]*\n(?:[^F\n][^\n]*\n|\n)*?Warning (\d+)`)

// warnings compiles the program and lists the lines of warnings 8 and 11.
func (o *ocamlProgram) warnings(t *testing.T, compiler string) []string {
	file := filepath.Join(t.TempDir(), "matches.ml")
	if err := os.WriteFile(file, []byte(o.text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(compiler, "-w", "-a+8+11", "-c", file)
	cmd.Env = append(os.Environ(), "OCAML_ERROR_STYLE=short")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var found []string
	for _, m := range ocamlWarning.FindAllStringSubmatch(string(out), -1) {
		found = append(found, m[1]+": "+m[2])
	}
	slices.SortFunc(found, byLine)
	slices.SortFunc(o.want, byLine)
	return found
}

func byLine(a, b string) int {
	var m, n int
	fmt.Sscan(a, &m)
	fmt.Sscan(b, &n)
	return m - n
}

func reportDifference(t *testing.T, got, want, lines []string) {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			var line int
			fmt.Sscan(got[i], &line)
			t.Fatalf("ocamlc warns %s, we %s\n%s", got[i], want[i], strings.Join(lines[max(0, line-10):min(len(lines), line+3)], "\n"))
		}
	}
	t.Fatalf("ocamlc gives %d warnings, we %d", len(got), len(want))
}
