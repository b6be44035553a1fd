package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folders makes files in a new directory, each with a line of text.
func folders(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("text\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFind: a folder that looks like a bare repository is one only where no `.git` is above.
func TestFind(t *testing.T) {
	dir := folders(t, "top/.git/HEAD", "top/bare/HEAD", "top/bare/objects/x", "top/bare/refs/heads/x", "alone/HEAD", "alone/objects/x", "alone/refs/x", "none/HEAD", "file/.git")
	for from, want := range map[string]struct {
		top  string
		bare bool
	}{
		"top":                {"top", false},
		"top/bare":           {"top", false},
		"top/bare/refs":      {"top", false},
		"top/.git":           {"top", false},
		"alone":              {"alone", true},
		"alone/refs":         {"alone", true},
		"file":               {"file", false},
		"none":               {"", false},
		"top/bare/not/there": {"top", false},
	} {
		top, bare := find(filepath.Join(dir, filepath.FromSlash(from)))
		if want.top != "" {
			want.top = filepath.Join(dir, want.top)
		}
		if top != want.top || bare != want.bare {
			t.Errorf("%s: %s, bare %v; want %+v", from, top, bare, want)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "none")); err == nil && os.Getenv("GIT_DIR") == "" {
		t.Error("a folder without a repository is opened")
	}
}

func TestOnlyReadingCommands(t *testing.T) {
	r := &Repository{Top: t.TempDir()}
	for _, command := range []string{"diff", "status", "fetch", "clone", "checkout", "add", "-c", "log"} {
		if _, err := r.Run(t.Context(), "", command); err == nil || !strings.Contains(err.Error(), "not among the commands") {
			t.Errorf("%s: %v", command, err)
		}
	}
}

func TestBounded(t *testing.T) {
	b := bounded{left: 5}
	if _, err := b.Write([]byte("12345")); err != nil {
		t.Error(err)
	}
	if _, err := b.Write([]byte("6")); err == nil || b.text.String() != "12345" {
		t.Error("a sixth byte is taken", err)
	}
	b = bounded{left: 5, ends: true}
	if n, err := b.Write([]byte("123456")); n != 6 || err != nil || b.text.Len() > 5 {
		t.Error("what is too much is not dropped", n, err)
	}
}

// TestPrograms: what a repository has git run is its own settings that name programs, not the
// user's.
func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[filter \"lfs\"]\n\tclean = git-lfs clean\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(args ...string) {
		command := exec.Command("git", args...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v, %s", args, err, out)
		}
	}
	run("init", "-q")
	run("config", "core.fsmonitor", "true")
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if names := r.Programs(t.Context()); names != nil {
		t.Errorf("%q", names)
	}
	run("config", "core.fsmonitor", "watch")
	run("config", "filter.a=b.c.clean", "c")
	run("config", "filter.a=b.c.required", "true")
	if names, want := r.Programs(t.Context()), []string{"core.fsmonitor", "filter.a=b.c.clean"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
