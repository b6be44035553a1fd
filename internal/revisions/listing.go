package revisions

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/git"
)

// A treeEntry is a line of `git ls-tree`.
type treeEntry struct {
	kind   gitKind
	object string
	name   string
}

// A gitKind begins the mode of an entry.
type gitKind string

const (
	gitFile   gitKind = "100"
	gitLink   gitKind = "120"
	gitModule gitKind = "160"
)

// treeEntries reads the output of `git ls-tree -z`: "mode type object\tname\0".
func treeEntries(listed string) (found []treeEntry) {
	for line := range strings.SplitSeq(listed, "\x00") {
		about, name, ok := strings.Cut(line, "\t")
		if fields := strings.Fields(about); ok && len(fields) == 3 && len(fields[0]) == 6 {
			found = append(found, treeEntry{gitKind(fields[0][:3]), fields[2], name})
		}
	}
	return found
}

// noContents says why git gave no contents of a file: as a rule a clone without old ones.
func noContents(name string, err error) error {
	return fmt.Errorf("git has no contents of %s in this revision, as in a partial clone (%s): %w", console.Printable(name), git.HowToComplete, err)
}

// nextObject takes one object from the output of `git cat-file --batch`: "object blob
// size\n", the contents, "\n".
func nextObject(contents string) (text, rest string, err error) {
	head, rest, _ := strings.Cut(contents, "\n")
	fields := strings.Fields(head)
	if len(fields) != 3 || fields[1] != "blob" {
		return "", "", fmt.Errorf("%q", head)
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil || size < 0 || size >= len(rest) {
		return "", "", fmt.Errorf("%q", head)
	}
	return rest[:size], rest[size+1:], nil
}
