package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A single file of at most these many bytes is checked by the process that was started: a
// subprocess costs more than the check. Few of a model's bytes are nodes, most are names and
// weights, and the reader limits how deep its graphs nest; so the limit for a model is higher.
const (
	smallFile  = 32 << 10
	smallModel = 256 << 10
)

// needsIsolation reports whether a subprocess does the checking, so that what ends it does not
// take all other diagnostics along. Standard input is read here, since it can be read once only.
func (c *checkCommand) needsIsolation(env *environment) (bool, error) {
	if c.Watch || env.subprocess != nil {
		return false, nil
	}
	size := 0
	if slices.Contains(c.Paths, "-") {
		text, err := disk.ReadStream(env.stdin, disk.Programs)
		if err != nil {
			return false, fmt.Errorf("cannot read standard input: %w", err)
		}
		env.stdin, size = bytes.NewReader(text), len(text)
	}
	return size > smallFile || len(c.Paths) != 1 || c.Paths[0] != "-" && isLarge(env.path(c.Paths[0])), nil
}

// isLarge reports whether a path is that of a folder, or of a file over a size; what is neither
// is refused soon.
func isLarge(path string) bool {
	if filepath.Base(path) == "..." {
		return true
	}
	small := int64(smallFile)
	if sourcefile.IsModel(path) {
		small = smallModel
	}
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || info.Mode().IsRegular() && info.Size() > small)
}

// isolated has subprocesses check until one comes to its end. Each that crashes says what the
// next one leaves out; what it printed until then is dropped.
func (c *checkCommand) isolated(env *environment) error {
	ctx, stop := env.endingWith(endSignals) // a subprocess ends at once, or when its file is written
	defer stop()
	var result error // of the last one
	attempt := func(a isolation.Attempt) (*isolation.End, error) {
		p, err := env.checkInSubprocess(ctx, a)
		switch {
		case ctx.Err() != nil:
			return nil, errInterrupted
		case err != nil:
			return nil, err
		}
		ended := false
		if result, ended = p.printed(env); ended {
			return nil, nil
		}
		if c.Debug {
			env.Stderr.Write(p.stderr.Bytes())
		}
		end := isolation.EndOf(p.command.ProcessState, p.stderr.String())
		if end.OutOfMemory && resource.Scarce() {
			return nil, errLittleMemory // that is what it was started with: another attempt has no more
		}
		return &end, nil
	}
	futile, err := isolation.Retry(attempt, func(crash isolation.Crash) { reportCrash(env, crash) })
	switch {
	case err != nil:
		return err
	case futile == nil:
		return result
	case futile.OutOfMemory:
		return errLittleMemory
	}
	return fmt.Errorf("the check stopped %d times (%s), and it is not known at what; check fewer files at once to find it", isolation.MostFutile, futile.Cause)
}

// errLittleMemory is what ends a check that the limits of this process leave too little.
var errLittleMemory = errors.New("there is too little memory for this check: check fewer files at once, or allow more, as with `ulimit -v` or the limit of the container")

// reportCrash says why the check begins again.
func reportCrash(env *environment, c isolation.Crash) {
	at := ""
	switch {
	case c.LeftOut && c.Subject.Name != "":
		at = fmt.Sprintf(" at %q in %q, which is left out", c.Subject.Name, filepath.Base(c.Subject.Path))
	case c.LeftOut:
		at = fmt.Sprintf(" at %q, which is left out", filepath.Base(c.Subject.Path))
	}
	fmt.Fprintf(env.Stderr, "fraccheck: the check stopped%s (%s); it begins again, with one item at a time\n", at, c.Cause)
}

// A subprocess is what a process knows that checks for another one, which prints what it prints.
type subprocess struct {
	isolation.Attempt
	Colour   bool // standard output will be coloured
	Terminal bool // it will be a terminal
	Screen   bool // the third file besides the usual ones is the terminal
}

// subprocessVariable is the environment variable that holds it, as JSON.
const subprocessVariable = "FRACCHECK_CHILD"

// screenFile is the number of the file that is the terminal.
const screenFile = 3

// A checkProcess is one process that checks, and what it prints.
type checkProcess struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
}

// checkInSubprocess runs this program with the same arguments until it ends, in whatever way, or
// the context does. An interrupt from the keyboard reaches the subprocess too; it is sent one
// besides, so that one for this process alone ends both.
func (env *environment) checkInSubprocess(ctx context.Context, a isolation.Attempt) (*checkProcess, error) {
	self, err := ownPath()
	if err != nil {
		return nil, err
	}
	p := &checkProcess{command: exec.CommandContext(ctx, self, env.args...)}
	p.command.Stdin, p.command.Stdout, p.command.Stderr = env.subprocessInput(), &p.stdout, &p.stderr
	p.command.Cancel, p.command.WaitDelay = p.interrupt, mostSettling+time.Second
	state := subprocess{Attempt: a, Colour: env.Colour, Terminal: env.Terminal}
	if file, ok := env.screen.(*os.File); ok && runtime.GOOS != "windows" { // which hands on no more than three files
		state.Screen, p.command.ExtraFiles = true, []*os.File{file}
	}
	text, _ := json.Marshal(state) // texts and truth values can be written
	p.command.Env = append(os.Environ(), subprocessVariable+"="+string(text))
	lifeline, err := isolation.Start(p.command)
	if err == nil {
		defer lifeline.Close()
		err = p.command.Wait()
	}
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) && ctx.Err() == nil {
		return nil, fmt.Errorf("starting a process that checks: %w", err)
	}
	return p, nil
}

// interrupt lets a subprocess finish the file that it writes. Where there are no such signals, it
// is killed.
func (p *checkProcess) interrupt() error {
	if p.command.Process.Signal(os.Interrupt) == nil {
		return nil
	}
	return p.command.Process.Kill()
}

// subprocessInput is what the next subprocess reads: the text of standard input from its
// beginning, where it was read, and else nothing, without need of /dev/null.
func (env *environment) subprocessInput() io.Reader {
	text, ok := env.stdin.(*bytes.Reader)
	if !ok {
		return &bytes.Reader{}
	}
	again := *text
	return &again
}

// printed prints what a subprocess printed that came to its end, and gives what its exit status
// stands for.
func (p *checkProcess) printed(env *environment) (result error, ended bool) {
	result, ended = map[int]error{
		statusClean:            nil,
		statusFound:            errFound,
		statusSubprocessFailed: errTrouble,
		statusInterrupted:      errInterrupted,
	}[p.command.ProcessState.ExitCode()]
	if ended {
		env.Stderr.Write(p.stderr.Bytes())
		env.Stdout.Write(p.stdout.Bytes())
	}
	return result, ended
}

// becomeSubprocess makes this process one that checks for another one, if it was started as such.
// Programs that it starts are not.
func (env *environment) becomeSubprocess() {
	text, ok := os.LookupEnv(subprocessVariable)
	if !ok {
		return
	}
	_ = os.Unsetenv(subprocessVariable)
	state := &subprocess{}
	if json.Unmarshal([]byte(text), state) != nil {
		return
	}
	env.subprocess, env.Colour, env.Terminal = state, state.Colour, state.Terminal
	if state.Screen {
		env.screen = os.NewFile(screenFile, "the terminal")
	}
	followStarter()
	restrain(0)
}

// serialized gives the options of a check in a process that must say what it crashes at: it does
// one thing at a time, and writes down what.
func (env *environment) serialized(in *input, options *workspace.Options) {
	if env.subprocess != nil && env.subprocess.Record != "" {
		in.Jobs, options.Observe = 1, env.recorder(env.subprocess.Record, env.subprocess.LeaveOut)
	}
	if env.observed != nil {
		options.Observe = env.observed(options.Observe)
	}
}

// recorder writes what is worked on into a file, and leaves out what has one of some keys.
func (env *environment) recorder(file string, leaveOut []string) workspace.Observer {
	r, err := isolation.Record(file, leaveOut)
	if err != nil {
		fmt.Fprintln(env.Stderr, "fraccheck: the crash log cannot be written:", err)
	}
	return r.Begin
}
