package workspace_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A brokenProject is some files of definitions, each file importing the one before: definition j of
// file i names some of those before it in the same file and in the file before.
type brokenProject struct {
	files [][]brokenDefinition
}

type brokenDefinition struct {
	wrong   bool
	mine    []int // named in the same file
	foreign []int // named in the file before
}

func randomBroken(r *rand.Rand) *brokenProject {
	p := &brokenProject{}
	for i := range 2 + r.IntN(3) {
		var file []brokenDefinition
		for j := range 1 + r.IntN(6) {
			d := brokenDefinition{wrong: r.IntN(6) == 0}
			if j > 0 && r.IntN(2) == 0 {
				d.mine = append(d.mine, r.IntN(j))
			}
			if i > 0 && r.IntN(3) == 0 {
				d.foreign = append(d.foreign, r.IntN(len(p.files[i-1])))
			}
			file = append(file, d)
		}
		p.files = append(p.files, file)
	}
	return p
}

// rests reports whether a definition has an error or names one that rests on one: by brute force.
func (p *brokenProject) rests(i, j int) bool {
	d := p.files[i][j]
	if d.wrong {
		return true
	}
	for _, k := range d.mine {
		if p.rests(i, k) {
			return true
		}
	}
	for _, k := range d.foreign {
		if p.rests(i-1, k) {
			return true
		}
	}
	return false
}

// reported reports whether the import of file i is to be reported: one of its definitions names
// one of the file before that rests on an error.
func (p *brokenProject) reported(i int) bool {
	for _, d := range p.files[i] {
		for _, k := range d.foreign {
			if p.rests(i-1, k) {
				return true
			}
		}
	}
	return false
}

func (p *brokenProject) text(i int) string {
	var text strings.Builder
	if i > 0 {
		fmt.Fprintf(&text, "import \"f%d.frac\"\n", i-1)
	}
	for j, d := range p.files[i] {
		sum := "%x"
		for _, k := range d.mine {
			sum += fmt.Sprintf(" + @d%d_%d(%%x)", i, k)
		}
		for _, k := range d.foreign {
			sum += fmt.Sprintf(" + @d%d_%d(%%x)", i-1, k)
		}
		if d.wrong {
			sum += " + 1f"
		}
		fmt.Fprintf(&text, "def @d%d_%d(%%x: int32) -> int32 { %s }\n", i, j, sum)
	}
	fmt.Fprintf(&text, "%s", "1 + 1f\n") // an error on which nothing rests
	return text.String()
}

// TestBrokenImports checks random projects at once, and edit by edit: the import of a file is reported
// where brute force finds that the file uses what rests on an error.
func TestBrokenImports(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := randomBroken(r)
		texts := map[string]string{}
		for i := range p.files {
			texts[fmt.Sprintf("/f%d.frac", i)] = p.text(i)
		}
		s := workspace.Open(workspace.Options{Root: "/"}).With(texts)
		for range 6 {
			if problem := p.differs(s); problem != "" {
				t.Fatalf("seed %d: %s\n%v", seed, problem, texts)
			}
			i := r.IntN(len(p.files))
			d := &p.files[i][r.IntN(len(p.files[i]))]
			d.wrong = !d.wrong
			path := fmt.Sprintf("/f%d.frac", i)
			texts[path] = p.text(i)
			s = s.With(map[string]string{path: texts[path]})
		}
	}
}

// differs compares the reports of all files with what is wanted.
func (p *brokenProject) differs(s *workspace.Snapshot) string {
	for i := range p.files {
		path := fmt.Sprintf("/f%d.frac", i)
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			return err.Error()
		}
		reported := false
		for _, f := range report.Findings {
			reported = reported || f.Code == codes.ImportError
		}
		if want := p.reported(i); reported != want {
			return fmt.Sprintf("%s: reported %v, want %v", path, reported, want)
		}
	}
	return ""
}
