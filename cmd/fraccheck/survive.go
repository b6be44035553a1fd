package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/culprit"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/lifeline"
)

// smallFile is the size in bytes up to which a single file is checked by the process
// that was started: another one would cost more than the check.
const smallFile = 32 << 10

// vainDeaths is how many processes may die in a row of what is not known.
const vainDeaths = 3

// mustSurvive tells whether a process of its own does the checking, so that what ends
// it does not take all other findings along. Standard input is read here, since it
// can be read once only.
func (c *checkCommand) mustSurvive(env *environment) (bool, error) {
	if c.Watch || env.child != nil {
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
	return size > smallFile || len(c.Paths) != 1 || c.Paths[0] != "-" && isLarge(env, c.Paths[0]), nil
}

// isLarge tells of a folder, or a file over a size; what is neither is refused soon.
func isLarge(env *environment, path string) bool {
	if !filepath.IsAbs(path) {
		path = filepath.Join(env.dir, path)
	}
	if filepath.Base(path) == "..." {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || info.Mode().IsRegular() && info.Size() > smallFile)
}

// survive has children check until one comes to its end. Each that dies tells the next
// one what to leave out; what it printed until then is dropped.
func (c *checkCommand) survive(env *environment) error {
	ctx, stop := env.endingWith(endSignals) // a child ends at once, or when its file is written
	defer stop()
	book := &culprit.Book{}
	defer book.Close()
	lean := false
	for vain := 0; ; {
		part, err := env.checkInChild(ctx, book, lean)
		switch {
		case ctx.Err() != nil:
			return errInterrupted
		case err != nil:
			return err
		}
		if err, ended := part.handThrough(env); ended {
			return err
		}
		death := book.Died(culprit.EndOf(part.command.ProcessState, part.stderr.String()))
		if c.Debug {
			env.Stderr.Write(part.stderr.Bytes())
		}
		if vain++; death.LeftOut {
			vain = 0
		}
		if vain == vainDeaths && death.OutOfMemory {
			return fmt.Errorf("there is too little memory for this check (it stopped %d times): check fewer files at once, or allow more, as with `ulimit -v` or the limit of the container", vainDeaths)
		}
		if vain == vainDeaths {
			return fmt.Errorf("the check stopped %d times (%s), and it is not known at what; check fewer files at once to find it", vainDeaths, death.Cause)
		}
		lean = lean || death.OutOfMemory
		tellDeath(env, death)
	}
}

// tellDeath says why the check begins again.
func tellDeath(env *environment, d culprit.Death) {
	at := ""
	switch {
	case d.LeftOut && d.Subject.Name != "":
		at = fmt.Sprintf(" at %q in %q, which is left out", d.Subject.Name, filepath.Base(d.Subject.Path))
	case d.LeftOut:
		at = fmt.Sprintf(" at %q, which is left out", filepath.Base(d.Subject.Path))
	}
	fmt.Fprintf(env.Stderr, "fraccheck: the check stopped%s (%s); it begins again, with one item at a time\n", at, d.Cause)
}

// A checkChild is one process that checks, and what it prints.
type checkChild struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
}

// checkInChild runs this program with the same arguments until it ends, in whatever
// way, or the context does. An interrupt from the keyboard reaches the child too; it is
// sent one besides, so that one for this process alone ends both.
func (env *environment) checkInChild(ctx context.Context, book *culprit.Book, lean bool) (*checkChild, error) {
	self, err := ownPath()
	if err != nil {
		return nil, err
	}
	part := &checkChild{command: exec.CommandContext(ctx, self, env.args...)}
	part.command.Stdout, part.command.Stderr = &part.stdout, &part.stderr
	part.command.Stdin = env.childInput()
	part.command.Cancel, part.command.WaitDelay = part.interrupt, mostSettling+time.Second
	known := childhood{Colour: env.Colour, Terminal: env.Terminal, Record: book.Path(), LeaveOut: book.LeftOut(), Lean: lean}
	known.lend(env, part.command)
	line, err := lifeline.Attach(part.command)
	if err != nil {
		return nil, err
	}
	defer line.Close()
	if err = part.command.Start(); err == nil {
		line.Started()
		err = part.command.Wait()
	}
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) && ctx.Err() == nil {
		return nil, fmt.Errorf("starting a process that checks: %w", err)
	}
	return part, nil
}

// interrupt lets a child end the file that it writes. Where there are no such signals, it is
// killed.
func (p *checkChild) interrupt() error {
	if p.command.Process.Signal(os.Interrupt) == nil {
		return nil
	}
	return p.command.Process.Kill()
}

// childInput is what the next child reads: the text of standard input from its
// beginning, where it was read, and else nothing, without need of /dev/null.
func (env *environment) childInput() io.Reader {
	text, ok := env.stdin.(*bytes.Reader)
	if !ok {
		return &bytes.Reader{}
	}
	again := *text
	return &again
}

// endings are what the statuses of children stand for.
var endings = map[int]error{
	statusClean:       nil,
	statusFound:       errFound,
	statusChildFailed: errTrouble,
	statusInterrupted: errInterrupted,
}

// handThrough prints what a child printed that came to its end, and gives what it
// ended with.
func (p *checkChild) handThrough(env *environment) (ending error, ended bool) {
	ending, ended = endings[p.command.ProcessState.ExitCode()]
	if ended {
		env.Stderr.Write(p.stderr.Bytes())
		env.Stdout.Write(p.stdout.Bytes())
	}
	return ending, ended
}
