package grammar

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A program is one text to compare the two parsers on.
type program struct {
	name string
	text string
}

// shared holds test data that lives beside the repository and may be missing.
const shared = "../../../shared"

var programFiles = regexp.MustCompile(`\.(frac|relay|rly|txtar)$`)

// repositoryPrograms are the Frac and Relay texts of the module itself, those
// in test archives included.
func repositoryPrograms(t testing.TB) []program { return folderPrograms(t, "../..") }

// sharedPrograms are the texts beside the repository; every one of the
// language programs and one in fifteen of the operator programs, which differ
// in little but names and numbers.
func sharedPrograms(t testing.TB) []program {
	if _, err := os.Stat(shared); err != nil {
		return nil
	}
	all := folderPrograms(t, filepath.Join(shared, "corpus"))
	all = append(all, fencedPrograms(t, filepath.Join(shared, "seeds", "*.txt"))...)
	all = append(all, listedPrograms(t, filepath.Join(shared, "reference", "lang-types.jsonl"), 1)...)
	return append(all, listedPrograms(t, filepath.Join(shared, "reference", "op-types.jsonl"), 15)...)
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

func fencedPrograms(t testing.TB, glob string) []program {
	paths, _ := filepath.Glob(glob)
	var all []program
	for _, path := range paths {
		for _, block := range fence.FindAllStringSubmatch(readFile(t, path), -1) {
			all = append(all, program{path, block[1]})
		}
	}
	return all
}

func listedPrograms(t testing.TB, path string, every int) []program {
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	var all []program
	for i, line := range strings.Split(strings.TrimSpace(readFile(t, path)), "\n") {
		var entry struct{ ID, Program string }
		if i%every != 0 {
			continue
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%s:%d: %v", path, i+1, err)
		}
		all = append(all, program{entry.ID, entry.Program})
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
