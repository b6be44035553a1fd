package prove_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/prove"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

var mutants = flag.Int("mutants", 10, "number of changed rules that are judged")

// A mutation changes one place of the text of a rule: of its right side, or of its conditions.
type mutation struct {
	kind      string
	condition bool
	place     *regexp.Regexp
	change    func(r *rand.Rand, text string) string
}

func instead(words ...string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		for {
			if w := words[r.IntN(len(words))]; w != text {
				return w
			}
		}
	}
}

var digit = regexp.MustCompile(`\d`)

// otherNumber changes one number of a list or an attribute.
func otherNumber(r *rand.Rand, text string) string {
	places := digit.FindAllStringIndex(text, -1)
	at := places[r.IntN(len(places))][0]
	return text[:at] + fmt.Sprint((int(text[at]-'0')+1+r.IntN(3))%4) + text[at+1:]
}

// swapped exchanges the operands of a call or a sign of two variables.
func swapped(_ *rand.Rand, text string) string {
	m := regexp.MustCompile(`^(\(?)(\w)(.*?)(\w)(\)?)$`).FindStringSubmatch(text)
	return m[1] + m[4] + m[3] + m[2] + m[5]
}

var mutations = []mutation{
	{"axis", false, regexp.MustCompile(`axis=\[?-?\d`), otherNumber},
	{"attribute", false, regexp.MustCompile(`(strides|padding|pad_width|axes|begin|end|indices_or_sections|newshape|pool_size|reps|groups)=[\[\d][-\[\], \d]*`), otherNumber},
	{"flag", false, regexp.MustCompile(`True|False`), instead("True", "False")},
	{"operands", false, regexp.MustCompile(`\(\w, \w\)?|\w - \w|\w / \w`), swapped},
	{"transpose", false, regexp.MustCompile(`transpose\(([^()]*(?:\([^()]*\))?[^()]*), axes=\[[^\]]*\]\)`), func(_ *rand.Rand, text string) string {
		return "(" + text[len("transpose("):strings.LastIndex(text, ", axes=")] + ")"
	}},
	{"variable", false, regexp.MustCompile(`\b[s-z]\b`), instead("s", "v", "w", "x", "y", "z")},
	{"sign", false, regexp.MustCompile(` [-+*/] `), instead(" + ", " - ", " * ")},
	{"function", false, regexp.MustCompile(`nn\.relu|tanh|sigmoid|negative|max_pool|avg_pool`), instead("nn.relu", "tanh", "sigmoid", "abs")},
	{"number", false, regexp.MustCompile(`\b\d+(\.0)?f\b|\.\d\b`), otherNumber},
	{"condition dropped", true, regexp.MustCompile(` and (shape|rank|attr)\([^"]*?\) ?(\[\d\])? == ("?\w+"?\(\w\)(\[\d\])?|\d+)`), func(*rand.Rand, string) string { return "" }},
	{"condition changed", true, regexp.MustCompile(`(shape\(\w\)\[\d\]|rank\(\w\)) == \d`), otherNumber},
}

var ruleLine = regexp.MustCompile(`^(rewrite \w+ \{.* match .*?)( where .*)?( with .* \})$`)

// mutated changes a rule in one place; "" where the mutation does not apply.
func mutated(r *rand.Rand, line string, m mutation) string {
	parts := ruleLine.FindStringSubmatch(line)
	if parts == nil {
		return ""
	}
	at := 3
	if m.condition {
		at = 2
	}
	places := m.place.FindAllStringIndex(parts[at], -1)
	if len(places) == 0 {
		return ""
	}
	p := places[r.IntN(len(places))]
	text := parts[at]
	parts[at] = text[:p[0]] + m.change(r, text[p[0]:p[1]]) + text[p[1]:]
	return parts[1] + parts[2] + parts[3]
}

// TestMutants changes rules that are right in one place. Some of them stay right. Of the others
// none is proved: what is proved agrees on many more instances than the search tries.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("each takes a second or more")
	}
	var lines []string
	for _, path := range []string{"testdata/right.fracrule", "testdata/substitutions.fracrule"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(string(text), "\n")...)
	}
	r := rand.New(rand.NewPCG(7, 44))
	s := workspace.Open(workspace.Options{Files: workspace.Overlay{Files: workspace.Disk{}}, Root: t.TempDir()})
	seen, count := map[string]bool{}, map[prove.Verdict]int{}
	for judged := 0; judged < *mutants; {
		m := mutations[r.IntN(len(mutations))]
		text := mutated(r, lines[r.IntN(len(lines))], m)
		file := rulefile.Parse("mutant.fracrule", text)
		if text == "" || seen[text] || len(file.Diagnostics) > 0 || len(file.Rules) != 1 || file.Rules[0].Kind != pattern.Rewrite {
			continue
		}
		seen[text] = true
		judged++
		rule := file.Rules[0]
		o := prove.Rule(context.Background(), s, rule, prove.Options{Timeout: 8 * time.Second, Instances: 300})
		count[o.Verdict]++
		t.Logf("%s by %s: %s %s", o.Verdict, m.kind, text, o.Reason)
		if o.Verdict != prove.Proved {
			continue
		}
		if o = prove.Rule(context.Background(), s, rule, prove.Options{Timeout: 30 * time.Second, Instances: 3000}); o.Verdict == prove.Refuted {
			t.Errorf("it is proved, and refuted by %+v", o.Counterexample)
		}
	}
	t.Logf("%v", count)
	if count[prove.Refuted] == 0 {
		t.Error("no mutant is refuted")
	}
}
