package culprit_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/culprit"
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
		}
	}
	os.Exit(m.Run())
}

var kept [][]byte

// end runs a process until its end, and kills one that waits.
func end(t *testing.T, manner string) culprit.End {
	t.Helper()
	var complaints culprit.Tail
	command := exec.Command(os.Args[0], manner)
	command.Stderr = &complaints
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if manner == "wait" {
		_ = command.Process.Kill()
	}
	_ = command.Wait()
	return culprit.EndOf(command.ProcessState, complaints.String())
}

func TestEndOf(t *testing.T) {
	for manner, want := range map[string]culprit.End{
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

func TestTail(t *testing.T) {
	var tail culprit.Tail
	for range 1000 {
		if n, err := fmt.Fprint(&tail, "0123456789"); n != 10 || err != nil {
			t.Fatal(n, err)
		}
	}
	if text := tail.String(); len(text) != 4<<10 || !strings.HasPrefix(text, "01234567890") {
		t.Errorf("%d bytes are kept", len(text))
	}
}

var failed = culprit.End{Cause: "it failed"}

func subject(name string) workspace.Subject {
	return workspace.Subject{Key: "key of " + name, Path: "/a/" + name, Name: name}
}

// process opens the record of a book as the next process does.
func process(t *testing.T, b *culprit.Book) *culprit.Record {
	t.Helper()
	r, err := culprit.Open(b.Path(), b.LeftOut())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// look begins something.
func look(t *testing.T, r *culprit.Record, name string) (done func()) {
	t.Helper()
	done, ok := r.Looking(subject(name))
	if !ok {
		t.Fatalf("%s is left out", name)
	}
	return done
}

// begun is a book after the first death, which has no name.
func begun(t *testing.T) *culprit.Book {
	b := &culprit.Book{}
	t.Cleanup(b.Close)
	if b.Path() != "" {
		t.Error("there is a record before a death")
	}
	if d := b.Died(failed); d.LeftOut || d.Subject != (workspace.Subject{}) {
		t.Errorf("the first death is %+v", d)
	}
	return b
}

// TestBlamed blames what was begun last and has not ended.
func TestBlamed(t *testing.T) {
	b := begun(t)
	r := process(t, b)
	look(t, r, "a file")
	look(t, r, "an item")()
	look(t, r, "another item")
	look(t, r, "a part of it")()
	if d := b.Died(failed); !d.LeftOut || d.Subject != subject("another item") || d.End != failed {
		t.Errorf("the death is %+v", d)
	}
	r = process(t, b)
	if _, ok := r.Looking(subject("another item")); ok {
		t.Error("what was blamed is looked at again")
	}
	look(t, r, "an item")()
	if d := b.Died(failed); d.LeftOut || d.Subject != (workspace.Subject{}) {
		t.Errorf("at nothing, the death is %+v", d)
	}
	if want := []string{subject("another item").Key}; !slices.Equal(b.LeftOut(), want) {
		t.Errorf("%q are left out, want %q", b.LeftOut(), want)
	}
}

// TestKilled blames what was looked at for long when it was ended from outside twice.
func TestKilled(t *testing.T) {
	b, outside := begun(t), culprit.End{Cause: "it was killed", Outside: true}
	look(t, process(t, b), "an item")
	if d := b.Died(outside); d.LeftOut || d.Subject != (workspace.Subject{}) {
		t.Errorf("after a short look, the death is %+v", d)
	}
	for _, leftOut := range []bool{false, true} {
		look(t, process(t, b), "an item")
		past := time.Now().Add(-time.Hour)
		if err := os.Chtimes(b.Path(), past, past); err != nil {
			t.Fatal(err)
		}
		if d := b.Died(outside); d.LeftOut != leftOut || d.Subject != subject("an item") {
			t.Errorf("the death is %+v, left out: want %v", d, leftOut)
		}
	}
}

// TestLongNames writes down what does not fit whole.
func TestLongNames(t *testing.T) {
	b := begun(t)
	s := workspace.Subject{Key: "key", Path: strings.Repeat("p", 5000) + "/a.frac", Name: strings.Repeat("\x01", 5000) + "f"}
	if _, ok := process(t, b).Looking(s); !ok {
		t.Fatal("it is left out")
	}
	d := b.Died(failed)
	if !d.LeftOut || d.Subject.Key != "key" || !strings.HasSuffix(d.Subject.Path, "/a.frac") || !strings.HasSuffix(d.Subject.Name, "f") {
		t.Errorf("the death is %+v", d)
	}
}

// TestNoRecord leaves out without writing anything down.
func TestNoRecord(t *testing.T) {
	r, err := culprit.Open("", []string{subject("an item").Key})
	if err != nil {
		t.Fatal(err)
	}
	look(t, r, "another item")()
	if _, ok := r.Looking(subject("an item")); ok {
		t.Error("an item is looked at")
	}
	b := &culprit.Book{}
	b.Died(failed)
	path := b.Path()
	b.Close()
	if _, err := culprit.Open(path, nil); !os.IsNotExist(err) {
		t.Errorf("opening a record that was removed gives %v", err)
	}
}
