package workspace

import (
	"bytes"
	"compress/gzip"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestBinaryFiles: of a file that has a program's name and is no text, one finding says so.
func TestBinaryFiles(t *testing.T) {
	var picture, compressed bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 50, 50))); err != nil {
		t.Fatal(err)
	}
	zip := gzip.NewWriter(&compressed)
	if _, err := zip.Write([]byte(strings.Repeat("def @f() { 1 }\n", 1000))); err != nil {
		t.Fatal(err)
	}
	zip.Close()
	long := strings.Repeat("// a comment of a program\n", 100)
	for name, c := range map[string]struct{ text, want string }{
		"elf":      {"\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 9000), "ELF"},
		"png":      {picture.String(), "PNG"},
		"gzip":     {compressed.String(), "gzip"},
		"zip":      {"PK\x03\x04 rest", "zip"},
		"npy":      {"\x93NUMPY\x01 rest", "npy"},
		"zero":     {"def @f() { \x00 }\n", "a zero"},
		"last":     {long[:1023] + "\x00", "a zero"},
		"beyond":   {long[:1024] + "\n\x00", ""},
		"controls": {strings.Repeat("ab\x01", 400), "control characters"},
		"empty":    {"", ""},
		"program":  {"def @f() { 1 }\n", ""},
		"latin":    {"// \xe9\xe8\xe0\xfc\ndef @f() { 1 }\n", ""},
		"escapes":  {"// \x1b[31m \x07\ndef @f() { 1 }\n", ""},
		"marked":   {"\xef\xbb\xbfdef @f() { 1 }\n", ""},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.frac")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		s := Open(Options{Root: dir})
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		unreadable := 0
		for _, f := range report.Findings {
			if f.Code == codes.UnreadableFile && strings.Contains(f.Message, c.want) && strings.Count(f.Message, ":") == 1 {
				unreadable++
			}
		}
		if c.want == "" && unreadable > 0 || c.want != "" && (unreadable != 1 || len(report.Findings) != 1) {
			t.Errorf("%s: %d refusals among %d findings", name, unreadable, len(report.Findings))
		}
	}
}

// TestBinaryText: what an editor holds may have a zero in it, which is one mistake.
func TestBinaryText(t *testing.T) {
	for text, refused := range map[string]bool{"def @f() { \x00 }\n": false, "\x7fELF" + strings.Repeat("\x00", 100): true, strings.Repeat("\x00", 100): true} {
		s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: map[string]string{"/c/a.frac": text}}})
		report, err := s.Check(context.Background(), []string{"/c/a.frac"})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(report.Findings) == 1 && report.Findings[0].Code == codes.UnreadableFile; got != refused {
			t.Errorf("%.20q: refused %v: %d findings", text, got, len(report.Findings))
		}
	}
}
