package grammar

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

const (
	mutants   = 2000
	mutantMax = 4096
)

// pieces is a text cut into its tokens, each with the blanks before it.
func pieces(text string) []string {
	var all []string
	from := int32(0)
	for _, t := range syntax.Lex(text) {
		all = append(all, text[from:t.End])
		from = t.End
	}
	return all
}

// spare are tokens to put in: those that the grammar quotes, and one or two
// of each class.
var spare = strings.Fields(`( ) [ ] { } , ; : . ? = -> => + - * / < <= > >= == != && || ! ^
	let fn if else match match? free_var def data type extern import assert case where with
	_ True %x %0 @f f Cons nn.relu 1 2f "s" meta[a][0] .0 .x /x :0 equiv #[cost] ty`)

// blanks are what may stand between two tokens.
var blanks = []string{"", " ", "\n", " # note\n", " /* c */ ", "\n\n"}

// mutate changes a few tokens of a text.
func mutate(r *rand.Rand, text string) string {
	p := pieces(text)
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(p)), r.IntN(len(p))
		switch r.IntN(6) {
		case 0:
			p[i] = ""
		case 1:
			p[i], p[j] = p[j], p[i]
		case 2:
			p[i] += p[j]
		case 3:
			p[i] += blanks[r.IntN(len(blanks))] + spare[r.IntN(len(spare))]
		case 4:
			p[i] = blanks[r.IntN(len(blanks))] + spare[r.IntN(len(spare))]
		case 5:
			p[i] = blanks[r.IntN(len(blanks))] + strings.TrimSpace(p[i])
		}
	}
	return strings.Join(p, "")
}

// seeds are the items of all programs that are short enough to mutate.
func seeds(t testing.TB) []string {
	var all []string
	for _, program := range append(repositoryPrograms(t), referencePrograms(t)...) {
		for _, item := range syntax.ParseFile(program.name, program.text).All() {
			if len(item.Text) <= mutantMax/2 {
				all = append(all, item.Text)
			}
		}
	}
	return all
}

func TestMutants(t *testing.T) {
	p := newTestParser(t)
	from := seeds(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range mutants {
		text := mutate(r, from[r.IntN(len(from))])
		if len(text) <= mutantMax {
			compare(t, p, "mutant", text)
		}
	}
}

// maxFuzzSeeds is how many programs fuzzing begins with: it runs each with its coverage
// counted first, and all of them would take longer than it has.
const maxFuzzSeeds = 500

// seedStep tells which programs to begin with: every one where they are only tested.
func seedStep(programs int) int {
	if flag.Lookup("test.fuzz").Value.String() == "" {
		return 1
	}
	return programs/maxFuzzSeeds + 1
}

func FuzzAgree(f *testing.F) {
	p := newTestParser(f)
	r := rand.New(rand.NewPCG(3, 4))
	from := seeds(f)
	for i := 0; i < len(from); i += seedStep(len(from)) {
		f.Add(from[i])
		f.Add(mutate(r, from[i]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= mutantMax {
			compare(t, p, "fuzz", text)
		}
	})
}
