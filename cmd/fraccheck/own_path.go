package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// ownPath is the file of this program. Where the system does not tell, as in a container
// without /proc, it is what the program was started as.
func ownPath() (string, error) {
	path, err := os.Executable()
	if err == nil {
		return path, nil
	}
	if found, missing := exec.LookPath(os.Args[0]); missing == nil {
		return filepath.Abs(found)
	}
	return "", fmt.Errorf("finding this program: %w", err)
}
