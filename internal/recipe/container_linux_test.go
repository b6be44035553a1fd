package recipe

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestContainer runs the binary where there is nothing else: no library, no shell, no /tmp,
// no home.
func TestContainer(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can change the root directory")
	}
	dir := project(t)
	binary, err := os.ReadFile(static(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fraccheck"), binary, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		arguments string
		status    int
		prints    string
	}{
		{"version", 0, "fraccheck"},
		{"check good.frac", 0, "0 errors"},
		{"check .", 1, "wrong.frac:1:25"},
		{"test good.frac", 0, ""},
	} {
		command := exec.Command("/fraccheck", strings.Fields(test.arguments)...)
		command.Dir, command.Env = "/", []string{"FRACCHECK_CACHE=off"}
		command.SysProcAttr = &syscall.SysProcAttr{Chroot: dir}
		out, _ := command.CombinedOutput()
		if got := command.ProcessState.ExitCode(); got != test.status || !strings.Contains(string(out), test.prints) {
			t.Errorf("%s: status %d, want %d\n%s", test.arguments, got, test.status, out)
		}
	}
}
