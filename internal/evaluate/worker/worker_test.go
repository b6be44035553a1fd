package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// children are what this test binary does as a child process.
var children = map[string]func(){
	"serve": func() {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	},
	"dies":    func() { fmt.Fprintln(os.Stderr, "no more memory"); os.Exit(3) },
	"hangs":   func() { time.Sleep(time.Hour) },
	"garbage": func() { fmt.Println("hello, this is no frame"); io.Copy(io.Discard, os.Stdin) },
	"silent":  func() { io.Copy(io.Discard, os.Stdin); time.Sleep(time.Hour) },
	"cut":     func() { os.Stdout.Write([]byte{0, 0, 0, 9, '{'}) },
}

const mode = "FRACCHECK_TEST_WORKER"

func TestMain(m *testing.M) {
	if child := children[os.Getenv(mode)]; child != nil {
		child()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is a worker whose process is this binary, behaving as told.
func child(t testing.TB, behaviour string) *Worker {
	t.Setenv(mode, behaviour)
	w := New(os.Args[0])
	t.Cleanup(func() { w.Close() })
	return w
}

func patient(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

const endless = "def @loop(%x : int32) -> int32 { @loop(%x + 1) }\n@loop(0)\n"

// program is a run of item i of a text.
func program(t testing.TB, text string, i int) Run {
	path := filepath.Join(t.TempDir(), "a.frac")
	return Run{Root: filepath.Dir(path), Path: path, Texts: map[string]string{path: text}, Item: &i}
}

func TestRun(t *testing.T) {
	w := child(t, "serve")
	tests := []struct{ text, value, code, message string }{
		{text: "1 + 2", value: "3"},
		{text: "1 / 0", code: "division-by-zero", message: "zero"},
		{text: "1 + True", code: "error", message: "dtype"},
		{text: "data T { A : () -> T }", code: "error", message: "no top-level expression"},
		{text: "def @f() { 1 + 1 }", value: "2"},
		{text: "def @f(%x : int32) { %x }", code: "error", message: "1 argument"},
	}
	for _, tt := range tests {
		r, err := w.Run(patient(t), program(t, tt.text, 0))
		if err != nil {
			t.Fatal(err)
		}
		if tt.code == "" {
			if r.Value != tt.value || r.Error != nil {
				t.Errorf("%s: %+v", tt.text, r)
			}
		} else if r.Error == nil || r.Error.Code != tt.code || !strings.Contains(r.Error.Message, tt.message) {
			t.Errorf("%s: %+v %v", tt.text, r, r.Error)
		}
	}
}

func TestRunOfADefinitionAndAComment(t *testing.T) {
	w := child(t, "serve")
	r := program(t, "def @add(%x : int32, %y : int32) { %x + %y }\n@add(1, 2) # => 4\n", 0)
	r.Item, r.Name, r.Args = nil, "@add", []string{"3", "-5"}
	if got, err := w.Run(patient(t), r); err != nil || got.Value != "-2" || got.Type != "int32" {
		t.Errorf("%+v, %v", got, err)
	}
	comment := 0
	r.Name, r.Comment = "", &comment
	if got, err := w.Run(patient(t), r); err != nil || got.Verdict != "failed" || got.Expected != "4" || got.Value != "3" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTextsChange holds that a warm process sees what an editor holds now.
func TestTextsChange(t *testing.T) {
	w := child(t, "serve")
	r := program(t, "1", 0)
	for _, want := range []string{"1", "2", "2", "3"} {
		r.Texts = map[string]string{r.Path: want}
		if got, err := w.Run(patient(t), r); err != nil || got.Value != want {
			t.Errorf("%+v, %v; want %s", got, err, want)
		}
	}
	if err := os.WriteFile(r.Path, []byte("4"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Texts = nil
	if got, err := w.Run(patient(t), r); err != nil || got.Value != "4" {
		t.Errorf("%+v, %v; want the text on disk", got, err)
	}
}

func TestDies(t *testing.T) {
	w := child(t, "dies")
	_, err := w.Run(patient(t), program(t, "1", 0))
	if !errors.Is(err, ErrDied) {
		t.Fatalf("%v", err)
	}
	t.Setenv(mode, "serve")
	if r, err := w.Run(patient(t), program(t, "1", 0)); err != nil || r.Value != "1" {
		t.Errorf("the next process: %+v, %v", r, err)
	}
}

func TestGarbage(t *testing.T) {
	for _, behaviour := range []string{"garbage", "cut"} {
		_, err := child(t, behaviour).Run(patient(t), program(t, "1", 0))
		if !errors.Is(err, ErrDied) {
			t.Errorf("%s: %v", behaviour, err)
		}
	}
}

// TestHangs holds that a process which never answers is left at once, killed
// and replaced.
func TestHangs(t *testing.T) {
	for _, behaviour := range []string{"hangs", "silent"} {
		w := child(t, behaviour)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		if err := w.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", behaviour, err)
		}
		select {
		case <-w.process.gone:
		case <-time.After(2 * time.Minute):
			t.Errorf("%s: the process was not killed", behaviour)
		}
		t.Setenv(mode, "serve")
		if err := w.Ping(patient(t)); err != nil {
			t.Errorf("%s: the next process: %v", behaviour, err)
		}
	}
}

// TestCancel holds that a cancelled run ends at once, and that the process
// stops it and goes on.
func TestCancel(t *testing.T) {
	w := child(t, "serve")
	if err := w.Ping(patient(t)); err != nil {
		t.Fatal(err)
	}
	first := w.process
	fastest := time.Hour
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		cancelled := make(chan time.Time, 1)
		time.AfterFunc(50*time.Millisecond, func() { cancelled <- time.Now(); cancel() })
		if _, err := w.Run(ctx, program(t, endless, 1)); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
		fastest = min(fastest, time.Since(<-cancelled))
	}
	t.Logf("the runs ended %v after they were cancelled, or later", fastest)
	time.Sleep(2 * grace)
	if r, err := w.Run(patient(t), program(t, "1", 0)); err != nil || r.Value != "1" || w.process != first {
		t.Errorf("after a cancelled run: %+v, %v, the same process: %t", r, err, w.process == first)
	}
}

func TestTimeout(t *testing.T) {
	r := program(t, endless, 1)
	r.Limits.Timeout = 20
	if got, err := child(t, "serve").Run(patient(t), r); err != nil || got.Error == nil || got.Error.Code != "stopped" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRunsSideBySide(t *testing.T) {
	w := child(t, "serve")
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	slow := program(t, endless, 1)
	go func() {
		_, err := w.Run(ctx, slow)
		done <- err
	}()
	for range 20 {
		if r, err := w.Run(patient(t), program(t, "1", 0)); err != nil || r.Value != "1" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestClosed(t *testing.T) {
	w := child(t, "serve")
	if err := w.Ping(patient(t)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := w.Ping(patient(t)); err == nil {
		t.Error("a closed worker answers")
	}
}

// TestServeRefusesGarbage holds that the child ends where its input is no row
// of frames.
func TestServeRefusesGarbage(t *testing.T) {
	for _, in := range []string{"\x00", "\x00\x00\x00\x05{}", "\xff\xff\xff\xff", "\x00\x00\x00\x03abc"} {
		if err := Serve(strings.NewReader(in), io.Discard); err == nil {
			t.Errorf("%q is taken", in)
		}
	}
	if err := Serve(strings.NewReader(""), io.Discard); err != nil {
		t.Errorf("an empty input: %v", err)
	}
}

func TestUnknownMethod(t *testing.T) {
	var in, out bytes.Buffer
	if err := writeFrame(&in, Request{ID: 7, Method: "dance"}); err != nil {
		t.Fatal(err)
	}
	if err := Serve(&in, &out); err != nil {
		t.Fatal(err)
	}
	var r Response
	if err := readFrame(&out, &r); err != nil || r.ID != 7 || r.Error == nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// BenchmarkRoundTrip is a trivial expression through a warm process.
func BenchmarkRoundTrip(b *testing.B) {
	w := child(b, "serve")
	r := program(b, "1 + 2", 0)
	for b.Loop() {
		if got, err := w.Run(context.Background(), r); err != nil || got.Value != "3" {
			b.Fatalf("%+v, %v", got, err)
		}
	}
}

// BenchmarkRoundTripOfAnEdit is the same where the text is another each time.
func BenchmarkRoundTripOfAnEdit(b *testing.B) {
	w := child(b, "serve")
	r := program(b, "", 0)
	for i := 0; b.Loop(); i++ {
		r.Texts = map[string]string{r.Path: fmt.Sprint(i)}
		if got, err := w.Run(context.Background(), r); err != nil || got.Value != fmt.Sprint(i) {
			b.Fatalf("%+v, %v", got, err)
		}
	}
}

// TestStuck holds that a run outlives the process in which another one did not
// stop.
func TestStuck(t *testing.T) {
	w := child(t, "serve")
	if err := w.Ping(patient(t)); err != nil {
		t.Fatal(err)
	}
	slow := program(t, "def @loop(%n : int32) -> int32 { if (%n == 0) { 7 } else { @loop(%n - 1) } }\n@loop(20000000)\n", 1)
	done := make(chan Response)
	go func() {
		r, err := w.Run(patient(t), slow)
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	time.Sleep(50 * time.Millisecond)
	w.process.kill(errStuck)
	if r := <-done; r.Value != "7" {
		t.Errorf("%+v %v", r, r.Error)
	}
}

// TestCheck makes the checks by execution over a file and over one item of it.
func TestCheck(t *testing.T) {
	w := child(t, "serve")
	r := program(t, "def @rest(%xs : FractalTensor[int32]) -> int32 { reduce(fn(%a, %b) { %a - %b }, %xs) }\ndef @f() { 1 }\n", 0)
	for _, tt := range []struct {
		item *int
		want int
	}{{nil, 1}, {r.Item, 1}} {
		r.Item = tt.item
		got, err := w.Check(patient(t), r)
		if err != nil || got.Error != nil || len(got.ByItem()[0]) != tt.want {
			t.Errorf("%+v, %v", got, err)
		}
	}
	second := 1
	r.Item = &second
	if got, err := w.Check(patient(t), r); err != nil || got.Error != nil || len(got.Diagnostics) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	r.Path += ".gone"
	if got, err := w.Check(patient(t), r); err != nil || got.Error == nil {
		t.Errorf("a file that is not there: %+v, %v", got, err)
	}
}

// TestChanges holds that a text goes over the pipe once.
func TestChanges(t *testing.T) {
	changed, closed := changes(map[string]string{"a": "1", "b": "2", "c": "3"}, map[string]string{"a": "1", "b": "4", "d": "5"})
	if fmt.Sprint(changed, closed) != "map[b:4 d:5] [c]" {
		t.Errorf("%v %v", changed, closed)
	}
}
