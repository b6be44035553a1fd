package sharing_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/sharing"
)

// kinds are the random programs on which fixes are tried.
var kinds = []struct {
	name string
	make func(seed uint64) string
}{
	{"repetitive", repetitive},
	{"late", progen.MakeLate},
	{"marked", func(seed uint64) string { return progen.MakeMarked(seed, seed%4 == 3) }},
	{"dense", func(seed uint64) string { return progen.MakeDense(seed) + "\n@main()\n" }},
	{"fault", func(seed uint64) string { return progen.MakeFaults(seed) + "\n@main()\n" }},
	{"sound", func(seed uint64) string { return progen.MakeSound(seed) + "\n@main()\n" }},
	{"plain", func(seed uint64) string { return progen.Make(seed).Text + "\n@main()\n" }},
}

// number reads how many programs of each kind there are, and the first seed, from the
// environment: SHARING_PROGRAMS and SHARING_SEED.
func number() (n, first uint64) {
	n = 60
	if long, err := strconv.ParseUint(os.Getenv("SHARING_PROGRAMS"), 10, 64); err == nil {
		n = long
	}
	if seed, err := strconv.ParseUint(os.Getenv("SHARING_SEED"), 10, 64); err == nil {
		first = seed
	}
	return n, first
}

// TestFixesKeepMeaning makes each fix of random programs, and then all of them: what
// the programs give, which effects they have in which order, and on what they fail,
// stays. Of fixes of which the check of the text that they leave finds that it has an
// error, which are not offered, there may be few.
func TestFixesKeepMeaning(t *testing.T) {
	n, first := number()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			tried := counts{}
			for seed := first; seed < first+n; seed++ {
				tryFixes(t, fmt.Sprint(k.name, seed), k.make(seed), tried)
			}
			t.Log(tried)
			if k.name == "repetitive" && (tried["programs"]*2 < int(n) || tried[string(codes.CommonSubexpression)] == 0 || tried[string(codes.BranchInvariant)] == 0 || tried[string(codes.LoopInvariant)] == 0) {
				t.Error("too little was tried")
			}
			if made := tried["made"]; tried["refused"]*50 > made {
				t.Errorf("%d of %d fixes leave errors", tried["refused"], made)
			}
		})
	}
}

type counts map[string]int

// tryFixes makes the fixes of a program that has no errors.
func tryFixes(t *testing.T, name, text string, tried counts) {
	p := checktest.Check("test.frac", text, sharing.Analyzer)
	if len(p.Errors()) > 0 {
		if os.Getenv("SHARING_SHOW") != "" {
			t.Log(name, p.Errors()[0].Message)
		}
		return
	}
	tried["programs"]++
	want := outcome.Of(p.Module)
	for _, f := range p.Analyzed() {
		if tried["found"]++; len(f.Fixes) == 0 {
			continue
		}
		tried["made"]++
		tried[string(f.Code)]++
		hold(t, name+" "+string(f.Code), p, f, want, tried)
	}
	if all, n := checktest.FixAll(text, sharing.Analyzer); n > 0 && n < 100 && len(all.Errors()) == 0 {
		if got := outcome.Of(all.Module); !outcome.Alike(got, want) {
			t.Errorf("%s, all fixes: gives\n%s\nwant\n%s\n--- from\n%s\n--- to\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"), text, all.Module.File().Text())
		}
	}
}

// hold holds one fix against what the program gave.
func hold(t *testing.T, name string, p *checktest.Program, f checktest.Finding, want []string, tried counts) {
	edits := f.Fixes[0].Edits
	after := checktest.Check("test.frac", p.After(f, edits), sharing.Analyzer)
	text := after.Module.File().Text()
	if errs := after.Errors(); len(errs) > 0 {
		tried["refused"]++
		if os.Getenv("SHARING_SHOW") != "" {
			t.Logf("%s: %s\n--- from\n%s\n--- to\n%s", name, errs[0].Message, p.Module.File().Text(), text)
		}
		return
	}
	if r, err := rewrite.InPlace(p.Module, f.Item, edits); err != nil || !r.SameTypes() || !r.SameTypesElsewhere(slices.Clone(edits)) {
		tried["other types"]++
		return
	}
	if got := outcome.Of(after.Module); !outcome.Alike(got, want) {
		t.Errorf("%s: gives\n%s\nwant\n%s\n--- from\n%s\n--- to\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"), p.Module.File().Text(), text)
	}
}
