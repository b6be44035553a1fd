//go:build unix

package isolation

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
)

// lifelineVariable is the environment variable with the number of the file that is the pipe.
const lifelineVariable = "FRACCHECK_LIFELINE"

// firstExtraFile is the number of the first file besides the usual three.
const firstExtraFile = 3

// Start starts a command that ends with this process. Its environment and its files are as they
// are to be, besides. The caller closes the lifeline when it has waited for the process; to
// close it earlier ends the process.
func Start(c *exec.Cmd) (lifeline io.Closer, err error) {
	passed, held, err := os.Pipe() // closed in other programs that are started
	if err != nil {
		return nil, fmt.Errorf("a pipe to the process that is started: %w", err)
	}
	defer passed.Close() // the process has its own
	if c.Env == nil {
		c.Env = os.Environ()
	}
	c.Env = append(c.Env, fmt.Sprintf("%s=%d", lifelineVariable, firstExtraFile+len(c.ExtraFiles)))
	c.ExtraFiles = append(c.ExtraFiles, passed)
	if err := c.Start(); err != nil {
		held.Close()
		return nil, err
	}
	return held, nil
}

// Follow calls end when the process is gone that started this one with Start; elsewhere it does
// nothing. What this process starts has no lifeline of its starter, unless it gets its own.
func Follow(end func()) {
	number, err := strconv.Atoi(os.Getenv(lifelineVariable))
	_ = os.Unsetenv(lifelineVariable)
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
