package output

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// WritePatch prints what another text changes in a source as a unified diff; nothing where it
// changes nothing.
func WritePatch(con *console.Console, source *workspace.Source, text string) {
	changes := hunks(source.Text(), text)
	if changes == "" {
		return
	}
	if source.Wide() {
		fmt.Fprintf(con.Stderr, "fraccheck: %s is written in UTF-16, and its diff in UTF-8, so that `patch` cannot apply it; let fraccheck write the file (without asking for a diff)\n", console.Printable(source.Name))
	}
	fmt.Fprintf(con.Stdout, "--- %s\n+++ %s\n", patchName("a/"+source.Name), patchName("b/"+source.Name))
	con.Stdout.WriteString(con.Program(changes))
}

// patchName is how a patch names a file: quoted where the name would end the line.
func patchName(name string) string {
	if strings.ContainsFunc(name, console.Unshowable) {
		return strconv.Quote(name)
	}
	return name
}

// hunks are the differences of two texts as a unified diff has them, without the three lines
// in front that name files.
func hunks(before, after string) string {
	patch := diff.Diff("", []byte(before), "", []byte(after))
	for range 3 {
		_, patch, _ = bytes.Cut(patch, []byte("\n"))
	}
	return string(patch)
}
