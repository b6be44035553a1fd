package symbolic

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	sizes := map[string]*Symbol{}
	names := func(name string) *Symbol {
		if strings.HasPrefix(name, "q") {
			return nil
		}
		if sizes[name] == nil {
			sizes[name] = NewSymbol(name, 0)
		}
		return sizes[name]
	}
	for text, want := range map[string]string{
		"|l|^2":                "|l|^2",
		"max|xs|_2 * |xs|_2":   "max|xs|_2*|xs|_2",
		"height(t) + 1":        "height(t) + 1",
		"x.0*x.1":              "x.0*x.1",
		"Θ(n·log n)":           "n*log2(n)",
		"O(n * log(n))":        "n*log2(n)",
		"log n^2":              "log2(n)^2",
		"log + 1":              "log + 1",
		"2·n·m - m":            "2*m*n - m",
		"-n + m":               "m - n",
		"n^2^3":                "n^8",
		"2^(n/2)*2^(n/2)":      "2^n",
		"⌈log2(n)⌉":            "-floor(-log2(n))",
		"⌊(n + 1)/2⌋":          "floor((n + 1)/2)",
		"floor(n/2 + m)":       "m + floor(n/2)",
		"n/2/2":                "n/4",
		"max(n, m, 3)":         "max(m, n, 3)",
		"W(f, |l|)*|l| + S(f)": "|l|*W(f, |l|) + S(f)",
		"1.8393^n":             "1.8393^n",
		"log(n, 3/2)":          "log(n, 3/2)",
		"n^log2(3)/2":          "n^log2(3)/2",
		"max + min":            "max + min",
		"|l|*|r|":              "|l|*|r|",
	} {
		e, err := Parse(text, names)
		if err != nil || e.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, e, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text    string
		offset  int
		message string
	}{
		{"", 0, "text ends"},
		{"n +", 3, "text ends"},
		{"n m", 2, "expected an operator"},
		{"n + unheard*m", 4, "no size `unheard`"},
		{"n + (m", 6, "expected `)`"},
		{"n/(m - m)", 9, "division by zero"},
		{"n*floor(m/0)", 8, "division by zero"},
		{"n + log(m, 1)", 4, "base of a logarithm"},
		{"2*log1(m)", 2, "base of a logarithm"},
		{"n + |l", 4, "expected an expression"},
		{"n ** m", 3, "expected an expression"},
		{"W(2)", 2, "name of a function"},
		{"n + W(unheard)", 6, "no function `unheard`"},
		{"height(2)", 7, "expected a name"},
		{"1 + (0 - 2)^n", 4, "no value"},
		{"n + #", 4, "expected an expression"},
		{strings.Repeat("9", 2000), 0, "too long"},
		{strings.Repeat("(", 100000), 100, "nested too deeply"},
		{strings.Repeat("2^", 100000), 398, "nested too deeply"},
		{strings.Repeat("log ", 100000) + "n", 796, "nested too deeply"},
	} {
		_, err := Parse(c.text, named)
		var at *ParseError
		if !errors.As(err, &at) || at.Offset != c.offset || !strings.Contains(at.Message, c.message) {
			t.Errorf("%.30q: %v", c.text, err)
		}
	}
}

// A long text that is not nested is no matter; one whose meaning is too large is
// an error.
func TestParseIsBounded(t *testing.T) {
	if e, err := Parse(strings.Repeat("n + ", 50000)+"n", named); err != nil || !e.Equal(times(50001, n)) {
		t.Errorf("a long sum: %v", err)
	}
	deep := "n"
	for range 90 {
		deep = "max(" + deep + "*" + "m, n^2)"
	}
	if _, err := Parse(deep, named); err != nil {
		t.Logf("nested maxima: %v", err)
	}
	if e, err := Parse(strings.Repeat("(n + m + k + x + 1)^40*", 40)+"n", named); err == nil && e.Size() > maxParseSize {
		t.Errorf("a product of long sums has size %d", e.Size())
	}
}

// Reading does no more work for a longer text once the work of a product is too much,
// and adds a long sum up once.
func TestParseWorkIsBounded(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(n + 1)*", 20000) + "n",
		strings.Repeat("(2^n + 3^n)*", 20000) + "n",
		strings.Repeat("max(n - m, ", 150) + strings.Repeat("(n + m)^40*", 9) + "k" + strings.Repeat(")", 150),
	} {
		p := parser{lexer: lexer{text: text}, names: named}
		p.next()
		if p.bound(); p.err == nil || p.work > 2*maxParseWork {
			t.Errorf("%.40q: %v after work of %d", text, p.err, p.work)
		}
	}
	sum, sizes := "w0", map[string]*Symbol{}
	for i := range 4000 {
		name := fmt.Sprint("w", i)
		sum, sizes[name] = sum+" + "+name, NewSymbol(name, uint32(i))
	}
	p := parser{lexer: lexer{text: sum}, names: func(name string) *Symbol { return sizes[name] }}
	p.next()
	if e := p.bound(); e == nil || len(e.terms) != 4000 || p.work > 4*e.Size() {
		t.Errorf("a sum of %d: %v after work of %d", len(sizes), p.err, p.work)
	}
}

func TestLongNumbersReadBack(t *testing.T) {
	for _, text := range []string{"2^4000", "3^2500*n + 1", "n/2^4000", "(2^4000 + 1)^(1/2)"} {
		e := read(text)
		if back, err := Parse(e.String(), named); err != nil || !back.Equal(e) {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"n*log n", "2^(n + 1)/3", "|l|^2 + W(f, n)", "ceil(n/2)^log2(3)", "min(n, -m)", "(1/2)^n^(1/2)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text, named)
		if err != nil || e.Undefined() {
			return
		}
		back, err := Parse(e.String(), named)
		if err != nil {
			if e.Size() < maxParseSize/8 && len(e.String()) < 50 {
				t.Fatalf("%q prints as %q: %v", text, e, err)
			}
			return
		}
		holdValues(t, text, e, back)
	})
}

// holdValues holds that what was read back has the values of what was printed.
// The normal forms may differ: those of logarithms and powers are not the only ones.
func holdValues(t *testing.T, text string, e, back *Expr) {
	t.Helper()
	if back.Equal(e) {
		return
	}
	for _, at := range []int64{0, 1, 2, 3, 7, 40} {
		value := func(*Symbol) (int64, bool) { return at, true }
		printed, err1 := e.Enclose(value)
		read, err2 := back.Enclose(value)
		if err1 == nil && err2 == nil && (printed.High < read.Low || read.High < printed.Low) {
			t.Fatalf("%q prints as %q, which reads as %q: at %d the one is %v, the other %v", text, e, back, at, printed, read)
		}
	}
}
