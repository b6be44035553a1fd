package cache

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzSegment opens whatever a file holds: what comes out was written under its key, or
// nothing does.
func FuzzSegment(f *testing.F) {
	f.Add([]byte(magic))
	f.Add(encodeSegment(map[Key][]byte{}, 1))
	f.Add(encodeSegment(map[Key][]byte{keyOf(1): valueOf(1), keyOf(2): valueOf(2)}, 20000))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "a"+extension)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openSegment(path)
		if err != nil {
			return
		}
		defer s.file.Close()
		for i := range s.entries() {
			value, ok := s.value(i)
			if ok && string(sumOfValue(s.key(i), value)) != string(content[s.offset(i)+len(value):][:valueSum]) {
				t.Error("a value is not the one of its sum")
			}
		}
	})
}
