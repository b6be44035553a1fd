//go:build unix

package attack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// kept is how much of an output is looked at, from its end.
const kept = 1 << 20

// A Binary is the program that is attacked: its path.
type Binary string

// A Trial is what one run of one command on one input came to.
type Trial struct {
	Command []string
	Time    time.Duration // of the processor or of the clock, whichever is less
	Memory  int64         // bytes that were resident at once
	Output  int64         // bytes that were printed
	Wrong   []string      // what exceeds its limit or should not be there
}

// Try runs a command in a folder.
func (b Binary) Try(in Folder, command []string, k Kind, limit Limit) Trial {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, string(b), command...)
	cmd.Dir = string(in)
	cmd.Env = append(os.Environ(), "FRACCHECK_CACHE=off") // nothing is known from another trial
	if k.Input != "" {
		input, err := os.Open(in.Path(k.Input))
		if err != nil {
			return Trial{Command: command, Wrong: []string{err.Error()}}
		}
		defer input.Close()
		cmd.Stdin = input
	}
	cmd.WaitDelay = time.Second
	var out tail
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	t := Trial{Command: command, Time: time.Since(start), Output: out.size}
	if ctx.Err() != nil {
		t.wrong("does not end within %v", patience)
		return t
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.wrong("cannot be run: %v", err)
		return t
	}
	t.charge(cmd)
	t.judge(limit, cmd.ProcessState.ExitCode(), out.String())
	if !strings.Contains(out.String(), k.Says) {
		t.wrong("does not say %q, but ends with %q", k.Says, last(out.String()))
	}
	return t
}

func (t *Trial) wrong(format string, args ...any) {
	t.Wrong = append(t.Wrong, fmt.Sprintf(format, args...))
}

// charge takes over what the system counted.
func (t *Trial) charge(cmd *exec.Cmd) {
	state := cmd.ProcessState
	t.Time = min(t.Time, state.UserTime()+state.SystemTime())
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		t.Memory = int64(usage.Maxrss) << 10
	}
}

// dead is what a process says that came to an end it did not choose, or what the
// checker says of itself.
var dead = regexp.MustCompile(`(?m)^(panic:|fatal error:|runtime: |goroutine \d+ \[|signal: |unexpected fault address).*|internal-error.*`)

// misused is what is said of a command that is not understood: nothing was tried then.
var misused = regexp.MustCompile(`.*fraccheck --help.*|fraccheck: the rules have .*`)

func (t *Trial) judge(limit Limit, exit int, output string) {
	switch {
	case misused.MatchString(output):
		t.wrong("is no command: %s", misused.FindString(output))
	case exit < 0 || exit > 2:
		t.wrong("exit status %d: %s", exit, last(output))
	case dead.MatchString(output):
		t.wrong("says %q", dead.FindString(output))
	}
	if t.Time > limit.Time {
		t.wrong("takes %.1f s, %v allowed", t.Time.Seconds(), limit.Time)
	}
	if t.Memory > limit.Memory {
		t.wrong("takes %d MiB, %d allowed", t.Memory>>20, limit.Memory>>20)
	}
}

// last is the last line of an output.
func last(output string) string {
	output = strings.TrimRight(output, "\n")
	return output[strings.LastIndexByte(output, '\n')+1:]
}

// A tail keeps the end of what is written to it.
type tail struct {
	bytes.Buffer
	size int64
}

func (t *tail) Write(p []byte) (int, error) {
	t.size += int64(len(p))
	if t.Len() > kept {
		t.Next(t.Len() - kept/2)
	}
	return t.Buffer.Write(p)
}
