package programs

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/reference"
)

// mistakes are what the reference document on algebraic data types gets wrong,
// by line and code. The other documents hold no mistake in a program.
var mistakes = map[string][]string{
	"000_a1db01042b3f8409.txt": {
		"132 undefined-name `inc_scalar`",
		"136 undefined-name `inc_scalar`",
		"294 unreachable-case `%v`",
		"295 unreachable-case `%v`",
		"324 unclosed-delimiter `@foldr`",
		"353 unclosed-delimiter argument list",
		"364 unclosed-delimiter `@flatten`",
		"426 syntax-error `->`",
		"427 undefined-name `@generate_input`",
		"431 type-mismatch result",
		"437 arity-mismatch `@gen_func`",
		"449 syntax-error `)` closes nothing",
		"496 undefined-name `@map_accuml`",
	},
}

// TestReferenceDocuments holds that the documents that describe the language
// are reported for their real mistakes, and for nothing else.
func TestReferenceDocuments(t *testing.T) {
	for _, path := range reference.Documents(t) {
		var found []string
		for _, f := range check(t, path).Findings {
			if f.Severity > codes.Warning {
				continue
			}
			start, _ := f.Range()
			found = append(found, fmt.Sprintf("%d %s: %s", start.Line, f.Code, f.Message))
		}
		compare(t, filepath.Base(path), found)
	}
}

func compare(t *testing.T, name string, found []string) {
	for _, want := range mistakes[name] {
		place, words, _ := strings.Cut(want, " ")
		code, words, _ := strings.Cut(words, " ")
		i := slices.IndexFunc(found, func(f string) bool {
			return strings.HasPrefix(f, place+" "+code+": ") && strings.Contains(f, words)
		})
		if i < 0 {
			t.Errorf("%s: not found: %s", name, want)
			continue
		}
		found = slices.Delete(found, i, i+1)
	}
	for _, f := range found {
		t.Errorf("%s: unexpected: %s", name, f)
	}
}
