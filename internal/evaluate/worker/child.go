package worker

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/fraccheck/fraccheck/internal/isolation"
)

// A Child calls Serve, somewhere else: in a process, or in a worker of a browser. What is written
// to it is the input of Serve, what is read from it the output.
type Child interface {
	io.Reader
	io.Writer
	// Kill ends it, whatever it does. It may be called several times, also after the end.
	Kill()
	// Wait waits for the end and returns how it ended, which is never nil: Serve goes on until
	// the process is ended. It is called once, after the output has ended.
	Wait() error
}

// A Starter starts a child.
type Starter func() (Child, error)

// Command starts a command such as `fraccheck worker`.
func Command(command ...string) Starter {
	return func() (Child, error) {
		if len(command) == 0 {
			return nil, errors.New("no command is known that starts a worker")
		}
		c := &childProcess{cmd: exec.Command(command[0], command[1:]...)}
		c.cmd.Stderr = &c.stderr
		var err error
		if c.WriteCloser, err = c.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		if c.Reader, err = c.cmd.StdoutPipe(); err != nil {
			return nil, err
		}
		if c.lifeline, err = isolation.Start(c.cmd); err != nil {
			return nil, err
		}
		return c, nil
	}
}

// A childProcess is a child that is a process of the system.
type childProcess struct {
	io.WriteCloser
	io.Reader
	cmd      *exec.Cmd
	stderr   isolation.Stderr
	lifeline io.Closer // ends the process with this one
}

func (c *childProcess) Kill() {
	_ = c.cmd.Process.Kill()
	_ = c.Close()
}

func (c *childProcess) Wait() error {
	err := c.cmd.Wait()
	c.lifeline.Close()
	line, _, _ := strings.Cut(strings.TrimSpace(c.stderr.String()), "\n")
	switch {
	case err == nil:
		err = errors.New("it left by itself")
	case line != "":
		err = fmt.Errorf("%w: %s", err, line)
	}
	return err
}
