package python

import (
	"strings"
	"testing"
)

// TestAccepts reads one statement of each kind without an error.
func TestAccepts(t *testing.T) {
	for _, source := range []string{
		"import a.b as c, d\nfrom .x import (y, z as w,)\nfrom ... import *\n",
		"def f(a, /, b: int = 1, *args, c=2, **kw) -> Tuple[int, str]:\n    pass\n",
		"@dec\n@kaleido.function(ctx)\ndef f(x: Tensor['1, 512', float, 'cpu']) -> X: return x @ x\n",
		"class C(NamedTuple, metaclass=M):\n    x: int\n    y: str = 'a'\n",
		"for i, (a, *b) in enumerate(x): y += a if i else b\nelse:\n    z = 1\n",
		"while x := f():\n  break\n",
		"if a < b <= c is not None and d not in e: pass\nelif not x: pass\nelse: pass\n",
		"with open(f) as g, h: pass\nwith (a as b, c as d,): pass\nwith (a): pass\n",
		"try:\n  x\nexcept (A, B) as e:\n  raise C from e\nfinally:\n  del x, y\n",
		"f = lambda x, *y, z=1: (x, *y)\n",
		"a = b = c, d = 1, 2\n",
		"x[1:2, ::3, ..., a][b] = {**a, 'k': v, 1: 2}\n",
		"[x for y in z if y if x for x in y]; {a: b for a in b}; {1, 2}; (i for i in x)\n",
		"s = f\"{a!r:>{w}} {{}} {b['k']}\" rb'\\d' \"x\"\n",
		"x = -a ** -b @ c // d\n",
		"async def f():\n    await g()\n    async for i in x:\n        yield i\n",
		"x = (\n  1 +\n\n  # note\n2)\n",
		"if x:\n\ty\n\n# outdented\n\tz\n",
		"f(*a, k=1, **b, x=(y for y in z))\nf(y for y in z)\n",
		"x = 0x1F + 1_000.5e-3 + 1j\n",
		"a = \\\n  b\n",
		"f'''{x}\n{y}'''\n",
		"if True: x = 1; y = 2;\n",
	} {
		if _, errors := Parse(source); len(errors) > 0 {
			t.Errorf("%s\n%d: %s", source, errors[0].Start, errors[0].Message)
		}
	}
}

// TestErrors compares the text at the place of each error, and part of its message.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ source, at, message string }{
		{"x = )\ny = 1\n", ")", "expected an expression"},
		{"def f(:\n  x\ny = 1\n", ":", "expected a name"},
		{"x = 'abc\ny = 1\n", "'abc", "no closing quote"},
		{"if x:\ny = 1\n", "y", "expected an indented block"},
		{"if x:\n    a\n  b\ny = 1\n", "", "matches no open block"},
		{"print 1\ny = 1\n", "1", "expected the end of the statement"},
		{"x = $\ny = 1\n", "$", "no token"},
		{"f'{x'\ny = 1\n", "f'{x'", "no closing quote"},
		{"x = f'}'\ny = 1\n", "}", "no partner"},
		{"x = " + strings.Repeat("(", 1000) + "\n", "(", "nested deeper"},
	} {
		_, errors := Parse(c.source)
		if len(errors) == 0 {
			t.Errorf("%q has no error", c.source)
			continue
		}
		e := errors[0]
		if at := c.source[e.Start:e.End]; at != c.at || !strings.Contains(e.Message, c.message) {
			t.Errorf("%q: %q: %s", c.source, at, e.Message)
		}
	}
}

// TestRecovery finds the statements after an error.
func TestRecovery(t *testing.T) {
	statements, errors := Parse("def f(:\n    a\n    b\nclass C:\n    x = = 1\n    y = 2\nz = 3\n")
	if len(errors) != 2 || len(statements) != 2 {
		t.Fatalf("%d errors, %d statements", len(errors), len(statements))
	}
	if c, ok := statements[0].(*Class); !ok || len(c.Body) != 1 {
		t.Errorf("%#v", statements[0])
	}
}

func TestStrings(t *testing.T) {
	for source, want := range map[string]string{
		`'a\n\x41\u00e9\101\q'`: "a\nAé" + "A" + `\q`,
		`r'\n' "b"`:             `\nb`,
		`'''a"b'''`:             `a"b`,
	} {
		statements, errors := Parse(source)
		if len(errors) > 0 {
			t.Fatal(source, errors[0])
		}
		if got := statements[0].(*ExprStmt).X.(*String).Value; got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// TestPlaces compares the source of some nodes.
func TestPlaces(t *testing.T) {
	source := "y = f(a + b, k=[1,\n 2])[i].z\n"
	statements, _ := Parse(source)
	s := statements[0].(*Assign)
	at := s.Value.(*Attribute)
	call := at.X.(*Subscript).X.(*Call)
	for _, c := range []struct {
		span Span
		want string
	}{
		{s.Span, "y = f(a + b, k=[1,\n 2])[i].z"},
		{at.Span, "f(a + b, k=[1,\n 2])[i].z"},
		{call.Args[0].X.Range(), "a + b"},
		{call.Args[1].Span, "k=[1,\n 2]"},
	} {
		if got := source[c.span.Start:c.span.End]; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// FuzzParse reads any bytes. Spans lie in the source.
func FuzzParse(f *testing.F) {
	f.Add("def f(x: int = 1, *a):\n    return [f'{x!r}' for y in z if (q := y)]\n")
	f.Add("if x:\n\ty\n  z\n@a\nclass B(C): x: int\nwith (a as b): pass\n")
	f.Fuzz(func(t *testing.T, source string) {
		statements, errors := Parse(source)
		for _, e := range errors {
			if e.Start < 0 || e.Start > e.End || e.End > len(source) {
				t.Errorf("error at %d to %d of %d", e.Start, e.End, len(source))
			}
		}
		for _, s := range statements {
			if r := s.Range(); r.Start < 0 || r.Start > r.End || r.End > len(source) {
				t.Errorf("statement at %d to %d of %d", r.Start, r.End, len(source))
			}
		}
	})
}
