package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestOpenBelow opens files in a folder, and none outside of it.
func TestOpenBelow(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "folder")
	for name, text := range map[string]string{"folder/file": "inside", "folder/sub/file": "below", "file": "outside"} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	tests := map[string]string{"file": "inside", "sub/file": "below", "../file": "", "sub/../../file": "", filepath.Join(top, "file"): ""}
	for link, to := range map[string]string{"in": "sub/file", "out": "../file", "up": "..", "whole": filepath.Join(dir, "file")} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Log(err) // a system without links
			continue
		}
		tests["in"], tests["out"], tests["up/file"], tests["whole"] = "below", "", "", ""
	}
	for name, want := range tests {
		file, size, err := OpenBelow(dir, filepath.FromSlash(name))
		if want == "" {
			if !errors.Is(err, ErrEscapes) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text, err := io.ReadAll(file); string(text) != want || size != int64(len(want)) {
			t.Errorf("%s: %q of %d bytes, %v", name, text, size, err)
		}
		file.Close()
	}
	for name, want := range map[string]string{"sub": "it is a directory; only regular files are read", "none": "no such file"} {
		if _, _, err := OpenBelow(dir, name); !says(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
