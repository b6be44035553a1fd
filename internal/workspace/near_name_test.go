package workspace_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
)

// TestNearNamesAreNotWritten holds that no fix which is made unseen puts an operator
// in the place of one of another library that means something else.
func TestNearNamesAreNotWritten(t *testing.T) {
	data, err := os.ReadFile("testdata/operators_elsewhere.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	if len(lines) < 100 {
		t.Errorf("only %d names", len(lines))
	}
	var before, after strings.Builder
	for i, line := range lines {
		name, synonym, _ := strings.Cut(line, " ")
		for k, args := range []string{"%x", "%x, %x", "%x, 1", "%x, axis=1"} {
			fmt.Fprintf(&before, "def @f%d_%d(%%x: Tensor[(2, 3), float32]) { %s(%s) }\n", i, k, name, args)
			if synonym == "" {
				synonym = name
			}
			fmt.Fprintf(&after, "%s(%s)\n", synonym, args)
		}
	}
	const path = "/near/near.frac"
	s := workspace.Open(workspace.Options{Root: "/near", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: before.String()}}})
	fixed, err := fixer.All(context.Background(), s, []string{path}, fixer.Options{Most: codes.Likely})
	if err != nil {
		t.Fatal(err)
	}
	source, err := fixed.Snapshot.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(after.String(), "\n")
	written := strings.Split(before.String(), "\n")
	for i, line := range strings.Split(source.Text(), "\n") {
		if line != written[i] && !strings.HasSuffix(line, "{ "+want[i]+" }") {
			t.Errorf("%s has become %s", written[i], line)
		}
	}
}
