package grammar

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
)

// A program is one text to compare the two parsers on.
type program struct {
	name string
	text string
}

var programFiles = regexp.MustCompile(`\.(frac|relay|rly|txtar)$`)

// repositoryPrograms are the Frac and Relay texts of the module itself, those
// in test archives included.
func repositoryPrograms(t testing.TB) []program { return folderPrograms(t, "../../..") }

// referencePrograms are the texts of the reference data; every one of the
// language programs and some of the operator programs, which differ in little
// but names and numbers.
func referencePrograms(t testing.TB) []program {
	var all []program
	for _, path := range reference.Corpus(t) {
		all = append(all, program{path, readFile(t, path)})
	}
	for _, path := range reference.Documents(t) {
		all = append(all, fencedPrograms(path, readFile(t, path))...)
	}
	all = append(all, judgedPrograms(t, reference.Language, 1)...)
	return append(all, judgedPrograms(t, reference.Operators, 15)...)
}

func folderPrograms(t testing.TB, dir string) []program {
	var all []program
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case !entry.IsDir() && programFiles.MatchString(path):
			all = append(all, sections(path, readFile(t, path))...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var sectionHead = regexp.MustCompile(`(?m)^-- .* --$\n?`)

// sections cuts an archive into its files; any other text is one section.
// What an archive holds besides programs is refused by both parsers.
func sections(path, text string) []program {
	if !strings.HasSuffix(path, ".txtar") {
		return []program{{path, text}}
	}
	var all []program
	for _, part := range sectionHead.Split(text, -1) {
		all = append(all, program{path, part})
	}
	return all
}

var fence = regexp.MustCompile("(?s)```[a-z]*\n(.*?)```")

func fencedPrograms(path, text string) []program {
	var all []program
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		all = append(all, program{path, block[1]})
	}
	return all
}

// judgedPrograms are one in so many of the programs that TVM judged.
func judgedPrograms(t testing.TB, name string, every int) []program {
	var all []program
	for i, v := range reference.Verdicts(t, name) {
		if i%every == 0 {
			all = append(all, program{v.ID, v.Program})
		}
	}
	return all
}

func readFile(t testing.TB, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
