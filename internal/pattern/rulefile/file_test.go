package rulefile

import (
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/pattern"
)

// TestMistakeStaysInItsRule holds that an error in one rule leaves the others.
func TestMistakeStaysInItsRule(t *testing.T) {
	f := Parse("r.fracrule", `
find a { match nn.relu(_) }
find b { match nn.relu(_ }
find c { match add(_, _)
find d { match (_, _) }
fnd e { match _ }
find f { match "no }
find g { match _.0 }
`)
	var names []string
	for _, r := range f.Rules {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "a d g" {
		t.Errorf("read %s: %v", got, f.Diagnostics)
	}
}

// TestHostile reads texts that are large and wrong. What takes quadratic time for one does not
// end before the limit of the test run.
func TestHostile(t *testing.T) {
	const n = 1 << 17
	for name, text := range map[string]string{
		"parentheses":  "find a { match " + strings.Repeat("(", n),
		"pairs":        "find a { match " + strings.Repeat("(", n) + strings.Repeat(")", n) + " }",
		"brackets":     strings.Repeat("[{(", n/3),
		"closers":      strings.Repeat("}])", n/3),
		"nul":          strings.Repeat("\x00", n),
		"binary":       strings.Repeat("\xff\x80\x01find", n/8),
		"strings":      strings.Repeat("find a { doc \"\n", n/16),
		"names":        "find a { match " + strings.Repeat("a = ", n/4) + "_ }",
		"minus":        "find a { match " + strings.Repeat("-", n) + "_ }",
		"not":          "find a { match x = _ where " + strings.Repeat("not ", n/4) + " }",
		"chain":        "find a { match " + strings.Repeat("_ + ", n/4) + "_ }",
		"dots":         "find a { match _" + strings.Repeat(".0", n/2) + " }",
		"rules":        strings.Repeat("find a { match _ }\n", n/20),
		"lets":         strings.Repeat("let a = f(a)\n", n/16),
		"clauses":      "find a { " + strings.Repeat("match ", n/6) + "}",
		"commas":       "find a { match f(" + strings.Repeat(",", n) + ") }",
		"nested lists": "find a { match " + strings.Repeat("f([_, ", 400) + "_" + strings.Repeat("])", 400) + " }",
	} {
		start := time.Now()
		Parse("r.fracrule", text)
		Format(text)
		t.Logf("%s: %v", name, time.Since(start))
	}
}

func TestPatternAt(t *testing.T) {
	const text = "let p = tanh(_)\nfind a { match nn.relu(add(x = _, p)) | 2 }"
	f := Parse("r.fracrule", text)
	for at, want := range map[string]string{"tanh": "tanh", "nn.relu": "nn.relu", "add": "add", "x =": "x = _", "2": "2", "let": ""} {
		got := ""
		if p := f.PatternAt(int32(strings.Index(text, at) + 1)); p != nil {
			got = p.String()
		}
		if at == "2" {
			got = f.PatternAt(int32(strings.Index(text, at))).String()
		}
		if got != want {
			t.Errorf("at %s: %s", at, got)
		}
	}
}

func TestTuplesInParentheses(t *testing.T) {
	for text, want := range map[string]int{"is_tuple((_, _))": 2, "is_tuple((_))": 1, "is_tuple((_,))": 1, "is_tuple(())": 0, "is_tuple(_, (_, _))": 2} {
		r, problems := ParsePattern(text)
		if len(problems) > 0 || r.Match.Kind != pattern.Tuple || len(r.Match.Parts) != want {
			t.Errorf("%s: %v %v", text, r, problems)
		}
	}
}

// TestPatternNames holds which names of a lone pattern are wildcards.
func TestPatternNames(t *testing.T) {
	for text, want := range map[string]string{
		"x + x": "x", "g * (x - m)": "g x m", "x + y where rank(x) == 2": "x y",
		"tanhh(x)": "`tanhh` is no operator", "nn.relu(conv2d)": "`conv2d` is no operator", "nn.rel + x": "`nn.rel` is no operator",
		"it": "`it` is the first operand", "wildcard": "anything is matched by `_`",
	} {
		r, problems := ParsePattern(text)
		got := ""
		if r != nil {
			got = strings.Join(r.Names(), " ")
		} else if len(problems) > 0 {
			got = problems[0].Message
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
