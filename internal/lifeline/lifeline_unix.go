//go:build unix

package lifeline

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
)

// firstExtraFile is the number of the first file besides the usual three.
const firstExtraFile = 3

// Attach has a command that is not started yet end with this process. Its environment and
// its files are as they are to be, besides.
func Attach(c *exec.Cmd) (*Line, error) {
	passed, held, err := os.Pipe() // closed in other programs that are started
	if err != nil {
		return nil, fmt.Errorf("a pipe to the process that is started: %w", err)
	}
	if c.Env == nil {
		c.Env = os.Environ()
	}
	c.Env = append(c.Env, fmt.Sprintf("%s=%d", variable, firstExtraFile+len(c.ExtraFiles)))
	c.ExtraFiles = append(c.ExtraFiles, passed)
	return &Line{held, passed}, nil
}

// Follow calls end when the process is gone that started this one with a line. What this
// one starts has none, unless it gets its own.
func Follow(end func()) {
	number, err := strconv.Atoi(os.Getenv(variable))
	_ = os.Unsetenv(variable)
	if err != nil || number < firstExtraFile {
		return
	}
	line := os.NewFile(uintptr(number), "the line to the starter")
	if line == nil {
		return
	}
	go func() {
		_, _ = line.Read(make([]byte, 1)) // nothing is ever written
		end()
	}()
}
