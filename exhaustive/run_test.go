package exhaustive_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestAgainstRuns runs random matches: on a value of each case that is reported
// missing no clause fits, on other values one does unless something is missing,
// and a clause that is reported dead is never the one.
func TestAgainstRuns(t *testing.T) {
	missing, covered := 0, 0
	for seed := range uint64(400) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 9))}
		text := g.program()
		p := check(text)
		run := runner(t, text)
		incomplete, dead := false, p.deadClauses()
		for _, d := range p.found {
			if d.Code != codes.NonexhaustiveMatch {
				incomplete = incomplete || d.Code == codes.MatchTooComplex
				continue
			}
			incomplete = true
			for _, witness := range quoted.FindAllStringSubmatch(d.Message, -1) {
				v, rest := g.filled(g.scrutinee, witness[1])
				if rest != "" {
					t.Fatalf("the case %s was read up to %q", witness[1], rest)
				}
				if clause, fits := run(v); fits {
					t.Fatalf("seed %d: clause %d takes %s, a value of the missing case %s\n%s", seed, clause, value.Text(v), witness[1], text)
				}
				missing++
			}
		}
		for range 40 {
			v := g.value(g.scrutinee, g.depth+1)
			clause, fits := run(v)
			if !fits && !incomplete {
				t.Fatalf("seed %d: no clause takes %s, and nothing is reported missing\n%s", seed, value.Text(v), text)
			}
			if fits && dead[clause] {
				t.Fatalf("seed %d: clause %d takes %s, and is reported dead\n%s", seed, clause, value.Text(v), text)
			}
			covered++
		}
	}
	t.Logf("%d values of missing cases, %d others", missing, covered)
}

// quoted finds the cases in a message.
var quoted = regexp.MustCompile("`([^`]+)`")

// runner gives the function @f of a program: the number of the clause that takes
// a value, false where none does.
func runner(t *testing.T, text string) func(v value.Value) (clause int, fits bool) {
	t.Helper()
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: checktest.Prelude(), Ops: checktest.Ops()})
	p, err := interp.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(v value.Value) (int, bool) {
		got, _, err := p.Run(context.Background(), interp.Entry{Name: "@f"}, []value.Value{v}, interp.Options{Sequential: true})
		var fault *interp.Fault
		switch {
		case errors.As(err, &fault) && fault.Kind == interp.MatchFault:
			return 0, false
		case err != nil:
			t.Fatalf("%v on %s\n%s", err, value.Text(v), text)
		}
		return int(got.(value.Scalar).Bits), true
	}
}

// deadClauses are the numbers of the clauses that are reported unreachable: a
// clause's body is its number.
func (p *program) deadClauses() map[int]bool {
	dead := map[int]bool{}
	for i, d := range p.found {
		if d.Code != codes.UnreachableCase && !copied(d) {
			continue
		}
		behind := p.file.Text()[p.starts[i]+d.Span.End:]
		if m := clauseBody.FindStringSubmatch(behind); m != nil {
			n, _ := strconv.Atoi(m[1])
			dead[n] = true
		}
	}
	return dead
}

var clauseBody = regexp.MustCompile(`^\s*(?:=>|\{)\s*([0-9]+)`)

// value makes a value of a shape, of about a depth.
func (g *generator) value(s *shape, depth int) value.Value {
	switch {
	case len(s.elems) > 0:
		return &value.Tuple{Elems: g.values(s.elems, depth)}
	case s.text == "int32":
		return value.FromInt(value.Int32, []int64{0, 1, -7, 5, 99}[g.IntN(5)])
	case s.text == "bool":
		return value.FromInt(value.Bool, int64(g.IntN(2)))
	}
	for {
		i := g.IntN(len(s.cons))
		if c := s.cons[i]; c.inhabited() && (depth > 0 || len(c.fields) == 0 || len(s.cons) == 1 || s.bottomless()) {
			return &value.Data{Tag: i, Name: c.name, Fields: g.values(c.fields, depth-1)}
		}
	}
}

func (g *generator) values(list []*shape, depth int) []value.Value {
	out := make([]value.Value, len(list))
	for i, s := range list {
		out[i] = g.value(s, depth)
	}
	return out
}

func (c shapeCons) inhabited() bool {
	for _, f := range c.fields {
		if f.text == "Void" {
			return false
		}
	}
	return true
}

// bottomless recognizes a type all of whose constructors have fields.
func (s *shape) bottomless() bool {
	for _, c := range s.cons {
		if len(c.fields) == 0 {
			return false
		}
	}
	return true
}

// filled reads a case as a value of a shape, with some value in the place of
// each `_`, and gives what follows in the text.
func (g *generator) filled(s *shape, text string) (value.Value, string) {
	text = strings.TrimLeft(text, ", ")
	if len(s.elems) > 0 && strings.HasPrefix(text, "(") {
		elems, rest := g.filledAll(s.elems, text[1:])
		return &value.Tuple{Elems: elems}, strings.TrimPrefix(rest, ")")
	}
	word := caseWord.FindString(text)
	rest := text[len(word):]
	for i, c := range s.cons {
		if c.name != word {
			continue
		}
		d := &value.Data{Tag: i, Name: c.name}
		if strings.HasPrefix(rest, "(") {
			d.Fields, rest = g.filledAll(c.fields, rest[1:])
			rest = strings.TrimPrefix(rest, ")")
		}
		return d, rest
	}
	switch {
	case word == "True" || word == "False":
		return value.FromInt(value.Bool, int64(len("False")-len(word))), rest
	case s.text == "int32" && word != "" && word != "_" && word[0] != '%':
		n, _ := strconv.ParseInt(word, 10, 64)
		return value.FromInt(value.Int32, n), rest
	case s.text == "int32":
		return value.FromInt(value.Int32, 99), rest // what no pattern names
	}
	return g.value(s, g.depth+1), rest
}

func (g *generator) filledAll(list []*shape, text string) ([]value.Value, string) {
	out := make([]value.Value, len(list))
	for i, s := range list {
		out[i], text = g.filled(s, text)
	}
	return out, text
}

var caseWord = regexp.MustCompile(`^[-%\w]*`)
