package isolation_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestMain ends in the manner that an argument asks for.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case "panic":
			panic("a mistake")
		case "exhaust":
			for size := 1 << 40; ; size *= 2 {
				kept = append(kept, make([]byte, size))
			}
		case "leave":
			os.Exit(3)
		case "wait":
			time.Sleep(time.Minute)
		case "follow": // it says that it is there, and then hears nothing but the lifeline
			isolation.Follow(func() { os.Exit(0) })
			os.Stdout.WriteString("here\n")
			select {}
		case "start":
			child := exec.Command(os.Args[0], "follow")
			child.Stdout = os.Stdout
			lifeline, err := isolation.Start(child)
			if err != nil {
				os.Exit(1)
			}
			time.Sleep(time.Minute) // without a timer, Go ends a process that waits for nothing
			lifeline.Close()
		}
	}
	os.Exit(m.Run())
}

var kept [][]byte

// end runs a process until its end, and kills one that waits.
func end(t *testing.T, manner string) isolation.End {
	t.Helper()
	var stderr isolation.Stderr
	command := exec.Command(os.Args[0], manner)
	command.Stderr = &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if manner == "wait" {
		_ = command.Process.Kill()
	}
	_ = command.Wait()
	return isolation.EndOf(command.ProcessState, stderr.String())
}

func TestEndOf(t *testing.T) {
	for manner, want := range map[string]isolation.End{
		"panic":   {Cause: "it failed"},
		"exhaust": {Cause: "it ran out of memory", OutOfMemory: true},
		"leave":   {Cause: "it ended with exit status 3", Outside: true},
	} {
		if got := end(t, manner); got != want {
			t.Errorf("%s: %+v, want %+v", manner, got, want)
		}
	}
	if got := end(t, "wait"); !got.Outside {
		t.Errorf("killed: %+v, want one from outside", got)
	}
}

func TestStderr(t *testing.T) {
	var kept isolation.Stderr
	for range 1000 {
		if n, err := fmt.Fprint(&kept, "0123456789"); n != 10 || err != nil {
			t.Fatal(n, err)
		}
	}
	if text := kept.String(); len(text) != 4<<10 || !strings.HasPrefix(text, "01234567890") {
		t.Errorf("%d bytes are kept", len(text))
	}
}

var failed = isolation.End{Cause: "it failed"}

func subject(name string) workspace.Task {
	return workspace.Task{Key: "key of " + name, Path: "/a/" + name, Name: name}
}

// process opens the record of a log as the next process does.
func process(t *testing.T, b *isolation.Log) *isolation.Recorder {
	t.Helper()
	r, err := isolation.Record(b.Path(), b.LeftOut())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// begin begins something.
func begin(t *testing.T, r *isolation.Recorder, name string) (done func()) {
	t.Helper()
	done, ok := r.Begin(subject(name))
	if !ok {
		t.Fatalf("%s is left out", name)
	}
	return done
}

// begun is a log after the first crash, which has no name.
func begun(t *testing.T) *isolation.Log {
	b := &isolation.Log{}
	t.Cleanup(b.Close)
	if b.Path() != "" {
		t.Error("there is a record before a crash")
	}
	if d := b.Crashed(failed); d.LeftOut || d.Subject != (workspace.Task{}) {
		t.Errorf("the first crash is %+v", d)
	}
	return b
}

// TestBlamed blames what was begun last and has not ended.
func TestBlamed(t *testing.T) {
	b := begun(t)
	r := process(t, b)
	begin(t, r, "a file")
	begin(t, r, "an item")()
	begin(t, r, "another item")
	begin(t, r, "a part of it")()
	if d := b.Crashed(failed); !d.LeftOut || d.Subject != subject("another item") || d.End != failed {
		t.Errorf("the crash is %+v", d)
	}
	r = process(t, b)
	if _, ok := r.Begin(subject("another item")); ok {
		t.Error("what was blamed is worked on again")
	}
	begin(t, r, "an item")()
	if d := b.Crashed(failed); d.LeftOut || d.Subject != (workspace.Task{}) {
		t.Errorf("at nothing, the crash is %+v", d)
	}
	if want := []string{subject("another item").Key}; !slices.Equal(b.LeftOut(), want) {
		t.Errorf("%q are left out, want %q", b.LeftOut(), want)
	}
}

// TestKilled blames what was worked on for long when it was ended from outside twice.
func TestKilled(t *testing.T) {
	b, outside := begun(t), isolation.End{Cause: "it was killed", Outside: true}
	begin(t, process(t, b), "an item")
	if d := b.Crashed(outside); d.LeftOut || d.Subject != (workspace.Task{}) {
		t.Errorf("after a short time, the crash is %+v", d)
	}
	for _, leftOut := range []bool{false, true} {
		begin(t, process(t, b), "an item")
		past := time.Now().Add(-time.Hour)
		if err := os.Chtimes(b.Path(), past, past); err != nil {
			t.Fatal(err)
		}
		if d := b.Crashed(outside); d.LeftOut != leftOut || d.Subject != subject("an item") {
			t.Errorf("the crash is %+v, left out: want %v", d, leftOut)
		}
	}
}

// TestLongNames writes down what does not fit whole.
func TestLongNames(t *testing.T) {
	b := begun(t)
	s := workspace.Task{Key: "key", Path: strings.Repeat("p", 5000) + "/a.frac", Name: strings.Repeat("\x01", 5000) + "f"}
	if _, ok := process(t, b).Begin(s); !ok {
		t.Fatal("it is left out")
	}
	d := b.Crashed(failed)
	if !d.LeftOut || d.Subject.Key != "key" || !strings.HasSuffix(d.Subject.Path, "/a.frac") || !strings.HasSuffix(d.Subject.Name, "f") {
		t.Errorf("the crash is %+v", d)
	}
}

// TestNoRecord leaves out without writing anything down.
func TestNoRecord(t *testing.T) {
	r, err := isolation.Record("", []string{subject("an item").Key})
	if err != nil {
		t.Fatal(err)
	}
	begin(t, r, "another item")()
	if _, ok := r.Begin(subject("an item")); ok {
		t.Error("an item is worked on")
	}
	b := &isolation.Log{}
	b.Crashed(failed)
	path := b.Path()
	b.Close()
	if _, err := isolation.Record(path, nil); !os.IsNotExist(err) {
		t.Errorf("opening a record that was removed gives %v", err)
	}
}

// TestRetry makes attempts that crash at two items, and run out of memory in between.
func TestRetry(t *testing.T) {
	crashing := []string{"first", "second"}
	var attempts []isolation.Attempt
	var reported []string
	futile, err := isolation.Retry(func(a isolation.Attempt) (*isolation.End, error) {
		attempts = append(attempts, a)
		if len(attempts) == 1 {
			return &isolation.End{OutOfMemory: true}, nil
		}
		r, err := isolation.Record(a.Record, a.LeaveOut)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range crashing {
			if _, ok := r.Begin(subject(name)); ok {
				return &failed, nil
			}
		}
		return nil, nil
	}, func(c isolation.Crash) { reported = append(reported, c.Subject.Name) })
	if futile != nil || err != nil {
		t.Fatal(futile, err)
	}
	if want := []string{"", "first", "second"}; !slices.Equal(reported, want) {
		t.Errorf("the crashes at %q are reported, want %q", reported, want)
	}
	if last := attempts[len(attempts)-1]; !last.Lean || len(last.LeaveOut) != 2 {
		t.Errorf("the last attempt is %+v", last)
	}
}

// TestRetryGivesUp ends after so many attempts that crash at what is not known.
func TestRetryGivesUp(t *testing.T) {
	made := 0
	futile, err := isolation.Retry(func(isolation.Attempt) (*isolation.End, error) { made++; return &failed, nil }, func(isolation.Crash) {})
	if err != nil || futile == nil || futile.End != failed || made != isolation.MostFutile {
		t.Errorf("after %d attempts: %+v, %v", made, futile, err)
	}
	if _, err := isolation.Retry(func(isolation.Attempt) (*isolation.End, error) { return nil, os.ErrInvalid }, nil); err != os.ErrInvalid {
		t.Errorf("an error of the attempt is %v", err)
	}
}
