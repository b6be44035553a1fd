package lsp

import "testing"

// TestOvertakenValue puts in a value of a file that changed meanwhile: it is not kept.
func TestOvertakenValue(t *testing.T) {
	s := &fileCache[string]{}
	for _, c := range []struct {
		what   string
		change func()
		kept   bool
	}{
		{"nothing", func() {}, true},
		{"another file", func() { s.touch([]string{"/b"}) }, true},
		{"what it sees", func() { s.touch([]string{"/lib"}) }, false},
		{"itself", func() { s.touch([]string{"/a", "/b"}) }, false},
		{"everything", func() { s.clear() }, false},
	} {
		version := s.touch(nil)
		c.change()
		s.put("/a", version, []string{"/a", "/lib"}, "x")
		if _, kept := s.get("/a"); kept != c.kept {
			t.Errorf("when %s changed it is kept: %t", c.what, kept)
		}
		s.touch([]string{"/lib"})
		if _, kept := s.get("/a"); kept {
			t.Error("what a changed file means is kept")
		}
	}
}
