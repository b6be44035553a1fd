// Package command builds the command of this project, for tests of what a process does. In
// goes a directory, out comes the path of the binary in it.
package command

import (
	"fmt"
	"os/exec"
	"path/filepath"
)

// Build builds the command into a directory.
func Build(dir string) (path string, err error) {
	path = filepath.Join(dir, "fraccheck.exe") // a name that every system runs
	out, err := exec.Command("go", "build", "-o", path, "github.com/fraccheck/fraccheck/cmd/fraccheck").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the command: %w\n%s", err, out)
	}
	return path, nil
}
