package exhaustive

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

var familiesReport = flag.Bool("families-report", false, "print the table of docs/performance.md: each family's time beside ocamlc's")

const (
	ocamlTimeout = 60 * time.Second
	ocamlMemory  = 4_000_000 // KB
)

// TestFamiliesReport measures, and so runs only when asked to.
func TestFamiliesReport(t *testing.T) {
	if !*familiesReport {
		t.Skip("skipped: it measures; ask for it with -families-report")
	}
	compiler, err := exec.LookPath("ocamlc")
	if err != nil {
		t.Skip("skipped: ocamlc is not installed (Debian: ocaml-nox)")
	}
	tooComplex := family{name: "pigeons 10 in 9 holes", problem: func() *problem { return pigeons(9) }}
	fmt.Println("| family | clauses | columns | answer | fraccheck | ocamlc |\n|---|---|---|---|---|---|")
	for _, f := range append(families, tooComplex) {
		p := f.problem()
		answer, ours := timeOurs(p)
		theirs := timeOCaml(t, compiler, ocamlFamily(p))
		fmt.Printf("| %s | %d | %d | %s | %s | %s |\n", f.name, len(p.pats), max(1, len(p.space.elems)), answer, ours, theirs)
	}
}

// timeOurs is the least time of several runs, witnesses spelled out included.
func timeOurs(p *problem) (answer, least string) {
	best := time.Hour
	var v verdict
	for start := time.Now(); time.Since(start) < time.Second/2; {
		p.m.clearRows()
		before := time.Now()
		if v = p.judge(); v.missing != nil {
			p.m.witnesses(v.missing, shown)
		}
		best = min(best, time.Since(before))
	}
	return v.describe(), milliseconds(best)
}

func (v *verdict) describe() string {
	answer := "exhaustive"
	switch {
	case v.gaveUp:
		answer = "too complex"
	case v.missing != nil:
		answer = countText(v.missing) + " missing"
	}
	if len(v.dead) > 0 {
		answer += fmt.Sprintf(", %d dead", len(v.dead))
	}
	return answer
}

func milliseconds(d time.Duration) string {
	ms := float64(d.Microseconds()) / 1000
	if ms < 10 {
		return fmt.Sprintf("%.2g ms", ms)
	}
	return fmt.Sprintf("%.0f ms", ms)
}

// timeOCaml is the least time in which the compiler checks the types and
// matches of a program, of three runs if they are short.
func timeOCaml(t *testing.T, compiler, text string) string {
	file := filepath.Join(t.TempDir(), "family.ml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), ocamlTimeout)
		limited := fmt.Sprintf("ulimit -v %d; exec %s -stop-after typing -w -a+8+11 %s", ocamlMemory, compiler, file)
		start := time.Now()
		out, err := exec.CommandContext(ctx, "sh", "-c", limited).CombinedOutput()
		cancel()
		d := time.Since(start)
		switch {
		case d >= ocamlTimeout:
			return "more than 60 s"
		case err != nil:
			first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
			return fmt.Sprintf("fails after %s: %s", milliseconds(d), excerpt.Of(first, 60))
		}
		if best = min(best, d); d > time.Second {
			break
		}
	}
	return milliseconds(best)
}

// An ocamlWriter declares the types of a problem as it meets them.
type ocamlWriter struct {
	decls strings.Builder
	names map[*space]string
}

// ocamlFamily is a program of one match.
func ocamlFamily(p *problem) string {
	o := &ocamlWriter{names: map[*space]string{}}
	name := o.name(p.space)
	var b strings.Builder
	fmt.Fprintf(&b, "%slet f (x : %s) = match x with\n", o.decls.String(), name)
	for i, q := range p.pats {
		fmt.Fprintf(&b, "| %s -> %d\n", o.pattern(&p.m.arena, q, p.space), i)
	}
	return b.String()
}

func (o *ocamlWriter) name(s *space) string {
	if name, ok := o.names[s]; ok {
		return name
	}
	switch {
	case s.kind == tupleSpace:
		var parts []string
		for _, e := range s.elems {
			parts = append(parts, o.name(e))
		}
		return strings.Join(parts, " * ")
	case s.kind == integerSpace && s.bits == 8:
		return "char"
	case s.kind == integerSpace:
		return "int"
	}
	name := fmt.Sprintf("t%d", len(o.names))
	o.names[s] = name
	o.declare(s, name)
	return name
}

func (o *ocamlWriter) declare(s *space, name string) {
	var cons []string
	for i := range s.cons {
		con := fmt.Sprintf("C%d", i)
		if s.cons[i].arity > 0 {
			con += " of " + o.name(&space{kind: tupleSpace, elems: s.fields(i)})
		}
		cons = append(cons, con)
	}
	fmt.Fprintf(&o.decls, "type %s = %s\n", name, strings.Join(cons, " | "))
}

func (o *ocamlWriter) pattern(l *arena, p pat, s *space) string {
	n := l.nodes[p]
	head := ""
	switch {
	case n.kind == wildPat:
		return "_"
	case n.kind == literalPat && s.bits == 8:
		return fmt.Sprintf("'\\%03d'", n.con+128)
	case n.kind == literalPat:
		return fmt.Sprintf("(%d)", n.con)
	case n.kind == consPat:
		head = fmt.Sprintf("C%d", n.con)
	}
	if n.count == 0 {
		return head
	}
	var args []string
	for i, arg := range l.arguments(p) {
		args = append(args, o.pattern(l, arg, s.parts(n.con)[i]))
	}
	return head + " (" + strings.Join(args, ", ") + ")"
}
