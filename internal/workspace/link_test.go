package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

// counting counts how often links are followed.
type counting struct {
	Disk
	followed *int
}

func (c counting) RealPath(path string) (string, error) {
	*c.followed++
	return c.Disk.RealPath(path)
}

// linkedFolder holds real/b.frac, link, which leads to real, and a.frac, which
// imports link/b.frac.
func linkedFolder(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	for name, text := range map[string]string{"real/b.frac": "def @old() { 1 }\n", "a.frac": "import \"link/b.frac\"\n@new()\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestHeldBehindLink reads an editor's text where an import leads to its file
// through a link to a directory, and knows the file by the editor's name.
func TestHeldBehindLink(t *testing.T) {
	dir := linkedFolder(t)
	a, b := filepath.Join(dir, "a.frac"), filepath.Join(dir, "real", "b.frac")
	s := Open(Options{Root: dir})
	if found := check(t, s, a); len(found) != 1 {
		t.Errorf("on disk there is %q", found)
	}
	s = s.With(map[string]string{b: "def @new() { 1 }\n"})
	if found := check(t, s, a); len(found) != 0 {
		t.Errorf("with the editor's text there is %q", found)
	}
	source, err := s.Source(filepath.Join(dir, "link", "b.frac"))
	if err != nil || source.Path != b {
		t.Errorf("the file is %+v, %v", source, err)
	}
	if found := check(t, s.Without(b), a); len(found) != 1 {
		t.Errorf("after closing there is %q", found)
	}
}

// TestLinksFollowedOnce asks for many items of a file.
func TestLinksFollowedOnce(t *testing.T) {
	dir, followed := linkedFolder(t), 0
	s := Open(Options{Root: dir, Files: counting{followed: &followed}})
	b := filepath.Join(dir, "link", "b.frac")
	for range 100 {
		if _, err := s.Result(b, 0); err != nil {
			t.Fatal(err)
		}
	}
	if followed != 1 {
		t.Errorf("links were followed %d times", followed)
	}
}

// TestMissingBehindLink sees a file come to where an import leads through a link:
// on disk, or in an editor alone.
func TestMissingBehindLink(t *testing.T) {
	dir := linkedFolder(t)
	a, b := filepath.Join(dir, "a.frac"), filepath.Join(dir, "real", "b.frac")
	if err := os.Remove(b); err != nil {
		t.Fatal(err)
	}
	s := Open(Options{Root: dir})
	if found := check(t, s, a); len(found) != 1 {
		t.Errorf("without the file there is %q", found)
	}
	const text = "def @new() { 1 }\n"
	if found := check(t, s.With(map[string]string{b: text}), a); len(found) != 0 {
		t.Errorf("with the editor's text there is %q", found)
	}
	if err := os.WriteFile(b, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if found := check(t, s.Reload(b), a); len(found) != 0 {
		t.Errorf("with the file there is %q", found)
	}
}

// TestImportsOfLinkedFile resolves them alike, whichever name of the file is asked
// for first.
func TestImportsOfLinkedFile(t *testing.T) {
	dir := linkedFolder(t)
	named, b := filepath.Join(dir, "named.frac"), filepath.Join(dir, "real", "b.frac")
	if err := os.Symlink(b, named); err != nil {
		t.Skip(err)
	}
	for path, text := range map[string]string{b: "import \"c.frac\"\n@c()\n", filepath.Join(dir, "real", "c.frac"): "def @c() { 1 }\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{named, b} {
		if found := check(t, Open(Options{Root: dir}), path); len(found) != 0 {
			t.Errorf("%s has %q", path, found)
		}
	}
}

// TestLinkedFolder names the files that a file imports as the file itself is.
func TestLinkedFolder(t *testing.T) {
	dir := linkedFolder(t)
	if err := os.WriteFile(filepath.Join(dir, "real", "a.frac"), []byte("import \"b.frac\"\n@old()\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := Open(Options{Root: dir})
	imports, err := s.Imports(filepath.Join(dir, "link", "a.frac"))
	if err != nil || len(imports) != 1 || imports[0].Target == nil || imports[0].Target.Path != filepath.Join(dir, "link", "b.frac") {
		t.Errorf("it imports %+v, %v", imports, err)
	}
}

// TestNameWithLinks asks for a file by each of its paths first: what it is called does not
// depend on that.
func TestNameWithLinks(t *testing.T) {
	dir := linkedFolder(t)
	linked := filepath.Join(dir, "linked.frac")
	if err := os.Symlink(filepath.Join("real", "b.frac"), linked); err != nil {
		t.Skip(err)
	}
	asked := []string{filepath.Join(dir, "real", "b.frac"), linked, filepath.Join(dir, "link", "b.frac")}
	for _, checked := range asked {
		for _, first := range asked {
			s := Open(Options{Root: dir}).Checking([]string{checked})
			source, err := s.Source(first)
			if err != nil || source.Path != checked {
				t.Errorf("%s is checked and %s asked for first: it is %+v, %v", checked, first, source, err)
			}
		}
	}
}
