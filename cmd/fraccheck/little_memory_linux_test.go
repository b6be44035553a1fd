package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/resource"
)

// TestLittleMemory checks files of which each sees all before it, in a process that may have
// little more memory than they take at once.
func TestLittleMemory(t *testing.T) {
	dir, program := t.TempDir(), programIn(t, t.TempDir())
	const files = 1200
	for i := range files {
		var b strings.Builder
		callee := "nn.relu"
		if i > 0 {
			fmt.Fprintf(&b, "import \"f%d.frac\"\n", i-1)
			callee = fmt.Sprintf("@d%d_3", i-1)
		}
		for k := range 20 {
			fmt.Fprintf(&b, "def @d%d_%d(%%x: Tensor[(4, 8), float32]) -> Tensor[(4, 8), float32] { %s(%%x + 1f) * %%x }\n", i, k, callee)
		}
		check(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.frac", i)), []byte(b.String()), 0o666))
	}
	command := exec.Command("sh", "-c", `ulimit -d 250000 && exec "$0" check .`, program)
	command.Dir, command.Env = dir, append(os.Environ(), cacheVariable+"=off")
	out, err := command.CombinedOutput()
	if got, want := string(out), fmt.Sprintf("%d files checked, 0 errors, 0 warnings\n", files); err != nil || got != want {
		t.Errorf("with little memory: %v, %s", err, got)
	}
}

// TestTooLittleMemory checks files that need more memory than there may be: one message says so.
func TestTooLittleMemory(t *testing.T) {
	dir, program := t.TempDir(), programIn(t, t.TempDir())
	var b strings.Builder
	for k := range 60000 {
		fmt.Fprintf(&b, "def @d%d(%%x: Tensor[(4, 8), float32]) { nn.relu(%%x + 1f) * %%x }\n", k)
	}
	check(t, os.WriteFile(filepath.Join(dir, "large.frac"), []byte(b.String()), 0o666))
	command := exec.Command("sh", "-c", `ulimit -d 150000 && exec "$0" check .`, program)
	command.Dir, command.Env = dir, append(os.Environ(), cacheVariable+"=off")
	out, err := command.CombinedOutput()
	if got := string(out); err == nil || !strings.Contains(got, errLittleMemory.Error()) || strings.Count(got, "\n") != 1 {
		t.Errorf("with too little memory: %v, %s", err, got)
	}
}

func TestRlimitRoom(t *testing.T) {
	if left := resource.Room(); left <= 0 {
		t.Errorf("the limits of this process leave it %d bytes", left)
	} else if left == math.MaxInt64 {
		t.Log("this process has no limits")
	}
	for _, name := range resource.GroupLimits() {
		if !strings.HasPrefix(name, "/sys/fs/cgroup/") {
			t.Errorf("%s is no file of a control group", name)
		}
	}
}
