package request

import (
	"testing"
)

// TestOvertakenValue puts in a value of a file that changed meanwhile: it is not kept.
func TestOvertakenValue(t *testing.T) {
	s := &FileCache[string]{}
	for _, c := range []struct {
		what   string
		change func()
		kept   bool
	}{
		{"nothing", func() {}, true},
		{"another file", func() { s.Touch([]string{"/b"}) }, true},
		{"what it sees", func() { s.Touch([]string{"/lib"}) }, false},
		{"itself", func() { s.Touch([]string{"/a", "/b"}) }, false},
		{"everything", func() { s.Clear() }, false},
	} {
		version := s.Touch(nil)
		c.change()
		s.Put("/a", version, Paths{"/a", "/lib"}, "x")
		if _, kept := s.Get("/a"); kept != c.kept {
			t.Errorf("when %s changed it is kept: %t", c.what, kept)
		}
		s.Touch([]string{"/lib"})
		if _, kept := s.Get("/a"); kept {
			t.Error("what a changed file means is kept")
		}
	}
}
