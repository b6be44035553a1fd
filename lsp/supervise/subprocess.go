package supervise

import (
	"io"
	"os/exec"
	"sync"
	"time"

	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/lsp/frame"
)

// A subprocess is one process that does the work, from its start to its end.
type subprocess struct {
	command *exec.Cmd
	line    io.Closer // which ends it with this process
	in      io.Closer
	out     *frame.Reader
	writer  *frame.Writer
	errors  isolation.Stderr
	begun   time.Time
	gone    chan struct{} // closed when it has ended

	// Of its supervisor, under its lock:
	opening bool // the answer to initialize is not for the client
}

// launch starts a process.
func launch(command *exec.Cmd, log io.Writer) (*subprocess, error) {
	c := &subprocess{command: command, begun: time.Now(), gone: make(chan struct{})}
	command.Stderr = io.MultiWriter(log, &c.errors)
	command.WaitDelay = time.Second // for whoever holds its standard error
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out, c.writer = in, frame.NewReader(out), frame.NewWriter(in)
	c.line, err = isolation.Start(command)
	return c, err
}

// await takes leave of a process whose output has ended, and says how it ended.
func (c *subprocess) await() isolation.End {
	_ = c.command.Process.Kill() // one that writes no messages is of no use
	_ = c.command.Wait()
	c.line.Close()
	close(c.gone)
	return isolation.EndOf(c.command.ProcessState, c.errors.String())
}

// leave has a process end that nobody needs any more; it gets some time to do so.
func (c *subprocess) leave(grace time.Duration) {
	_ = c.in.Close()
	timer := time.AfterFunc(grace, func() { _ = c.command.Process.Kill() })
	defer timer.Stop()
	<-c.gone
}

// A lockedWriter is one for several goroutines.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *lockedWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(b)
}
