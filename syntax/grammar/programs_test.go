package grammar

import (
	"encoding/json"
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

var programFiles = regexp.MustCompile(`\.(frac|relay|rly)$`)

// repositoryPrograms are the Frac and Relay texts of the module itself.
func repositoryPrograms(t testing.TB) []program {
	var all []program
	for _, dir := range []string{"../../examples", "../testdata", "testdata", "../../prelude"} {
		all = append(all, folderPrograms(t, dir)...)
	}
	return all
}

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
		if err != nil || entry.IsDir() {
			return nil
		}
		if programFiles.MatchString(path) {
			all = append(all, program{path, readFile(t, path)})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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
