package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var small = Limit{"programs", 100}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	full := strings.Repeat("x", 100)
	tests := []struct{ path, text, err string }{
		{write("empty", ""), "", ""},
		{write("full", full), full, ""},
		{write("more", full+"y"), "", "it has 101 bytes; programs may have 100 bytes"},
		{dir, "", "it is a directory; only regular files are read"},
		{filepath.Join(dir, "none"), "", "no such file"},
	}
	for _, test := range tests {
		text, err := Read(test.path, small)
		if string(text) != test.text || !says(err, test.err) {
			t.Errorf("%s: %q, %v", test.path, text, err)
		}
	}
}

// says reports whether an error is there as it is wanted. Systems have their own words for
// a file that is not there.
func says(err error, want string) bool {
	if err == nil || want == "" {
		return err == nil && want == ""
	}
	return strings.HasSuffix(err.Error(), want) || os.IsNotExist(err) && want == "no such file"
}

func TestReadStream(t *testing.T) {
	if text, err := ReadStream(strings.NewReader("abc"), small); string(text) != "abc" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ReadStream(endless{}, small); !says(err, "there is more than the 100 bytes that programs may have") {
		t.Errorf("an endless stream: %v", err)
	}
}

// endless never comes to an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1 kB", 1500: "1.5 kB", 256e6: "256 MB", 100e9: "100 GB", 1<<63 - 1: "9.2 EB"} {
		if got := Size(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
