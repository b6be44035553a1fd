package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

// hostileSettings are those by which a repository can make git run something; %s stands for
// a command that leaves a trace.
var hostileSettings = [][2]string{
	{"core.fsmonitor", "%s; false"}, {"core.pager", "%s"}, {"core.editor", "%s"}, {"core.sshCommand", "%s"},
	{"core.gitProxy", "%s"}, {"core.askPass", "%s"}, {"core.alternateRefsCommand", "%s"},
	{"credential.helper", "!%s"}, {"diff.external", "%s"}, {"diff.evil.command", "%s"}, {"diff.evil.textconv", "%s"},
	{"filter.evil.clean", "%s; cat"}, {"filter.evil.smudge", "%s; cat"}, {"filter.evil.required", "true"},
	{"filter.long.process", "%s"}, {"filter.long.required", "true"},
	{"alias.diff", "!%s"}, {"alias.ls-files", "!%s"}, {"alias.rev-parse", "!%s"}, {"alias.cat-file", "!%s"},
	{"pager.diff", "%s"}, {"pager.ls-files", "%s"}, {"pager.rev-parse", "%s"},
	{"gpg.program", "%s"}, {"merge.evil.driver", "%s"}, {"submodule.sub.update", "!%s"},
	{"remote.origin.url", "ext::sh -c %s"}, {"remote.origin.uploadpack", "%s"}, {"remote.origin.promisor", "true"},
	{"remote.origin.partialclonefilter", "blob:none"}, {"remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"},
	{"protocol.ext.allow", "always"}, {"protocol.file.allow", "always"}, {"uploadpack.packObjectsHook", "%s"},
	{"submodule.recurse", "true"}, {"diff.submodule", "log"}, {"status.submoduleSummary", "true"},
}

// repositoryCommands are command lines that ask git, with %s for a revision.
var repositoryCommands = []string{
	"diff %s .", "diff . %s", "diff %s %s", "diff %s models", "diff %s:models models", "diff %s:models/a.frac a.frac", "diff %s:.. .",
	"check --changed-since %s .", "check --changed-since %s ..", "check --changed-since=%s a.frac", "--changed-since %s models",
	"test --changed-since %s .", "test --changed-since %s models", "check --baseline known.json .", "check --write-baseline new.json .",
	"revisions",
}

// otherCommands have no need of git.
var otherCommands = []string{"signatures .", "check .", "test .", "cost .", "fmt .", "report -o ../site ."}

// A hostile is a folder with repositories, and the file that what they run writes.
type hostile struct {
	t        *testing.T
	dir, ran string
}

func (h hostile) git(dir string, args ...string) string {
	h.t.Helper()
	quiet := []string{"-c", "core.fsmonitor=", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.file.allow=always", "-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgSign=false"}
	command := exec.Command("git", append(quiet, args...)...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		h.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (h hostile) write(path, text string) {
	h.t.Helper()
	path = filepath.Join(h.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		h.t.Fatal(err)
	}
}

// trace is a command of a shell that leaves a trace with a name.
func (h hostile) trace(name string) string {
	return fmt.Sprintf("echo %s >> '%s'", name, h.ran)
}

// arm puts all hostile settings into a configuration.
func (h hostile) arm(config string) {
	for _, s := range hostileSettings {
		value := s[1]
		if strings.Contains(value, "%s") {
			value = fmt.Sprintf(value, h.trace(s[0]))
		}
		h.git(h.dir, "config", "--file", filepath.Join(h.dir, config), "--add", s[0], value)
	}
}

// TestHostileRepositories has every command that asks git work in repositories that name
// programs for git to run, from every folder of them: nothing is run.
func TestHostileRepositories(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	if runtime.GOOS == "windows" {
		t.Skip("hooks and traces are scripts of a shell")
	}
	binary, err := exec.LookPath("fraccheck") // TestMain puts it there
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", t.TempDir())
	for name, build := range map[string]func(hostile) (folders []string){
		"configuration": configured, "included": included, "bare inside": bareInside, "bare": bareOnly, "submodule": withSubmodule, "work tree": withWorkTree,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			h := hostile{t, dir, filepath.Join(dir, "ran")}
			folders := build(h)
			h.mustBeLoaded(name, folders[0])
			for i, folder := range folders {
				lines := repositoryCommands
				if i == 0 {
					lines = slices.Concat(lines, otherCommands)
				}
				for _, line := range lines {
					line = strings.ReplaceAll(line, "%s", "HEAD~1")
					command := exec.Command(binary, strings.Fields(line)...)
					command.Dir = filepath.Join(dir, folder)
					command.Env = append(os.Environ(), cacheVariable+"=off", "GIT_CONFIG_NOSYSTEM=1")
					out, err := command.CombinedOutput()
					if traces, read := os.ReadFile(h.ran); read == nil {
						t.Fatalf("`fraccheck %s` in %s had %q run: %v\n%s", line, folder, traces, err, out)
					}
				}
			}
		})
	}
}

// mustBeLoaded fails where git itself runs nothing of a repository: the test would hold nothing.
func (h hostile) mustBeLoaded(name, folder string) {
	h.t.Helper()
	_ = exec.Command("touch", filepath.Join(h.dir, folder, "a.frac")).Run()
	for _, args := range [][]string{{"status"}, {"diff", "HEAD"}, {"cat-file", "blob", "0123456789012345678901234567890123456789"}} {
		command := exec.Command("git", args...)
		command.Dir = filepath.Join(h.dir, folder)
		_, _ = command.CombinedOutput() // whatever it says of what it runs
	}
	traces, err := os.ReadFile(h.ran)
	if err != nil && name != "bare" { // in which git compares nothing
		h.t.Fatal("git runs nothing of this repository:", err)
	}
	h.t.Logf("git by itself runs %q", slices.Compact(slices.Sorted(strings.Lines(string(traces)))))
	_ = os.Remove(h.ran)
}

// project makes a repository with two commits and files that differ from both.
func (h hostile) project(dir string) {
	h.write(dir+"/a.frac", "def @a() { 1 }\n")
	h.write(dir+"/models/a.frac", "def @f(%x: int32) -> int32 { %x }\n")
	h.write(dir+"/models/deep/b.frac", "import \"../a.frac\"\ndef @g() -> int32 { @f(1i32) }\n")
	h.write(dir+"/known.json", `{"version": 1, "findings": []}`)
	h.write(dir+"/.gitattributes", "*.frac filter=evil diff=evil merge=evil\n*.json filter=long\n")
	h.git(h.dir, "init", "-q", "-b", "main", dir)
	at := filepath.Join(h.dir, dir)
	h.git(at, "add", "-f", ".")
	h.git(at, "commit", "-q", "-m", "1")
	h.write(dir+"/a.frac", "def @a() { 2 }\n")
	h.git(at, "commit", "-q", "-a", "-m", "2")
}

// touched changes files behind git's back: it would look at their content to see whether they
// are the same.
func (h hostile) touched(dir string) {
	h.write(dir+"/a.frac", "def @a() { 3 }\n")
	h.write(dir+"/models/a.frac", "def @f(%x: int32) -> int32 { %x }\n")
}

// hooks puts a hook of every name into a folder.
func (h hostile) hooks(dir string) {
	for _, name := range []string{"post-index-change", "post-checkout", "pre-commit", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc", "post-merge"} {
		h.write(dir+"/"+name, "#!/bin/sh\n"+h.trace("hook "+name)+"\n")
	}
}

// configured is an unpacked archive: its own configuration and hooks are hostile.
func configured(h hostile) []string {
	h.project("top")
	h.hooks("top/.git/hooks")
	h.arm("top/.git/config")
	h.touched("top")
	return []string{"top", "top/models", "top/models/deep", "top/.git", "top/.git/objects"}
}

// included has the settings in files that the configuration includes.
func included(h hostile) []string {
	h.project("top")
	h.arm("top/.git/more")
	h.arm("top/.git/config.worktree")
	h.git(h.dir+"/top", "config", "include.path", "more")
	h.git(h.dir+"/top", "config", "includeIf.gitdir:**/.path", "more")
	h.git(h.dir+"/top", "config", "includeIf.onbranch:main.path", "more")
	h.git(h.dir+"/top", "config", "extensions.worktreeConfig", "true")
	h.touched("top")
	return []string{"top", "top/models", "top/models/deep"}
}

// bareInside is a clone: a folder that git keeps looks like a bare repository.
func bareInside(h hostile) []string {
	h.project("up")
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "refs/heads/.keep": "", "objects/.keep": "", "config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n"} {
		h.write("up/models/"+name, text)
		h.write("up/models/deep/"+name, text)
	}
	h.arm("up/models/config")
	h.arm("up/models/deep/config")
	h.hooks("up/models/hooks")
	index, err := os.ReadFile(filepath.Join(h.dir, "up/.git/index"))
	if err != nil {
		h.t.Fatal(err)
	}
	h.write("up/models/index", string(index))
	h.git(h.dir+"/up", "add", "-f", ".")
	h.git(h.dir+"/up", "commit", "-q", "-m", "3")
	h.git(h.dir, "clone", "-q", "up", "clone")
	h.touched("clone")
	return []string{"clone/models", "clone/models/deep", "clone", "clone/models/refs/heads", "clone/models/hooks", "clone/models/objects"}
}

// bareOnly is a bare repository that is no part of another one.
func bareOnly(h hostile) []string {
	h.project("top")
	h.git(h.dir, "clone", "-q", "--bare", "top", "bare.git")
	h.arm("bare.git/config")
	h.hooks("bare.git/hooks")
	return []string{"bare.git", "bare.git/refs"}
}

// withSubmodule has a submodule with a hostile configuration, and one that was not fetched.
func withSubmodule(h hostile) []string {
	h.project("sub")
	h.project("top")
	for _, name := range []string{"sub", "later"} {
		h.git(h.dir+"/top", "submodule", "--quiet", "add", h.dir+"/sub", name)
	}
	h.git(h.dir+"/top", "commit", "-q", "-a", "-m", "3")
	h.git(h.dir+"/top", "commit", "-q", "--allow-empty", "-m", "4")
	h.git(h.dir+"/top", "submodule", "--quiet", "deinit", "-f", "later")
	h.arm("top/.git/modules/sub/config")
	h.hooks("top/.git/modules/sub/hooks")
	h.touched("top/sub")
	return []string{"top", "top/sub", "top/sub/models", "top/models"}
}

// withWorkTree is one of several working trees, with settings of its own.
func withWorkTree(h hostile) []string {
	h.project("top")
	h.git(h.dir+"/top", "config", "extensions.worktreeConfig", "true")
	h.git(h.dir+"/top", "worktree", "add", "-q", h.dir+"/other", "HEAD")
	h.arm("top/.git/worktrees/other/config.worktree")
	h.touched("other")
	return []string{"other", "other/models"}
}

// TestProgramsAreReported: what git would run by the configuration of the repository, and is
// not run, is said once.
func TestProgramsAreReported(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	dir := t.TempDir()
	h := hostile{t, dir, filepath.Join(dir, "ran")}
	h.project("top")
	h.arm("top/.git/config")
	for _, args := range [][]string{{"diff", "HEAD", "."}, {"check", "--changed-since", "HEAD", "a.frac"}, {"test", "--changed-since", "HEAD", "."}} {
		env := &environment{stdin: strings.NewReader(""), Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: filepath.Join(dir, "top")}
		env.run(args)
		said := env.Stderr.(*bytes.Buffer).String()
		const want = "fraccheck: the configuration of this repository names programs for git to run (core.fsmonitor, filter.evil.clean, filter.long.process); none of them is run, and files are compared as they are on the disk\n"
		if strings.Count(said, want) != 1 {
			t.Errorf("%v said %q", args, said)
		}
	}
}
