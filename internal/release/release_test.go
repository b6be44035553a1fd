package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var when = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)

var packed = []file{{"fraccheck", 0o755, []byte("binary")}, {"LICENSE", 0o644, []byte("text\n")}}

// TestArchives: what is packed comes out, and packing again gives the same bytes.
func TestArchives(t *testing.T) {
	for _, zipped := range []bool{false, true} {
		var first []byte
		for range 2 {
			dir := t.TempDir()
			if err := writeArchive(dir, "name", zipped, packed, when); err != nil {
				t.Fatal(err)
			}
			paths, _ := filepath.Glob(filepath.Join(dir, "*"))
			content, err := os.ReadFile(paths[0])
			if err != nil {
				t.Fatal(err)
			}
			if first != nil && !bytes.Equal(first, content) {
				t.Errorf("%s differs", filepath.Base(paths[0]))
			}
			first = content
			for i, f := range unpacked(t, content, zipped) {
				if want := packed[i]; f.name != "name/"+want.name || f.mode != want.mode || !bytes.Equal(f.content, want.content) {
					t.Errorf("%s comes out as %s with mode %v and %q", want.name, f.name, f.mode, f.content)
				}
			}
		}
	}
}

func unpacked(t *testing.T, content []byte, zipped bool) (files []file) {
	if zipped {
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.File {
			inside, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(inside)
			files = append(files, file{f.Name, f.Mode().Perm(), text})
		}
		return files
	}
	plain, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(plain); ; {
		header, err := archive.Next()
		if err != nil {
			return files
		}
		text, _ := io.ReadAll(archive)
		files = append(files, file{header.Name, os.FileMode(header.Mode), text})
	}
}

// TestDiffering holds that what two builds have in common is found to be the same, and nothing else.
func TestDiffering(t *testing.T) {
	a, b, other := file{"a", 0o644, []byte("1")}, file{"b", 0o644, nil}, file{"a", 0o644, []byte("2")}
	tests := []struct {
		first, second []file
		want          string
	}{
		{nil, nil, ""},
		{[]file{a, b}, []file{a, b}, ""},
		{[]file{a, b}, []file{a}, "b"},
		{[]file{b}, []file{a, b}, "a"},
		{[]file{a}, []file{other}, "a"},
		{[]file{a}, []file{{"a", 0o755, a.content}}, "a"},
	}
	for _, test := range tests {
		if got := differing(test.first, test.second); got != test.want {
			t.Errorf("%v and %v differ in %q, want %q", test.first, test.second, got, test.want)
		}
	}
}

// TestBill holds that the bill of a binary lists its modules.
func TestBill(t *testing.T) {
	binary, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("the test's own binary is not found:", err)
	}
	path := filepath.Join(t.TempDir(), "bill")
	if err := writeBill(path, binary, "v1.2.3", when); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	if b.Format != "CycloneDX" || b.Metadata.Timestamp != "2026-01-02T03:04:06Z" || b.Metadata.Component.Version != "v1.2.3" || len(b.Components) == 0 {
		t.Errorf("the bill is %s", text)
	}
}

func TestTargets(t *testing.T) {
	if got, err := chosen("linux/arm64,windows/amd64"); err != nil || len(got) != 2 || got[1].binary() != "fraccheck.exe" {
		t.Errorf("%v, %v", got, err)
	}
	if name := targets[4].platform(); name != "win32-x64" {
		t.Errorf("VS Code's name of %s is %s", targets[4], name)
	}
	for tag, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3", "v1.2": ""} {
		if got, err := extensionVersion(tag); got != want || (err == nil) != (want != "") {
			t.Errorf("the version of %s is %q, %v", tag, got, err)
		}
	}
	if _, err := chosen("plan9/amd64"); err == nil || !strings.Contains(err.Error(), "windows/arm64") {
		t.Errorf("%v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "there"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := emptyDirectory(dir); err == nil {
		t.Error("a directory that holds something is written into")
	}
}

// TestRelease releases a tagged clone of this repository for this machine, which takes
// minutes: RELEASE=1 asks for it.
func TestRelease(t *testing.T) {
	if os.Getenv("RELEASE") == "" {
		t.Skip("RELEASE is not set")
	}
	clone, out := filepath.Join(t.TempDir(), "clone"), t.TempDir()
	run := func(dir, name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = dir
		text, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, text)
		}
		return string(text)
	}
	run("../..", "git", "clone", "--quiet", ".", clone)
	run(clone, "git", "tag", "v0.98.7")
	t.Chdir(clone)
	here := runtime.GOOS + "/" + runtime.GOARCH
	_, missing := exec.LookPath("npm")
	if err := (plan{out: out, only: here, vscode: missing == nil, playground: missing == nil}).release(); err != nil {
		t.Fatal(err)
	}
	run(out, "sha256sum", "-c", "SHA256SUMS")
	run(out, "tar", "-xzf", "fraccheck_v0.98.7_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz", "--strip-components=1")
	if version := run(out, "./fraccheck", "version"); !strings.Contains(version, "v0.98.7") {
		t.Errorf("it says %q", version)
	}
	if missing == nil {
		checkExtension(t, out)
	}
}

// checkExtension finds the same binary in the package for VS Code as in the archive, and
// the version of the tag.
func checkExtension(t *testing.T, out string) {
	paths, _ := filepath.Glob(filepath.Join(out, "fraccheck_v0.98.7_vscode_*.vsix"))
	if len(paths) != 1 {
		t.Fatalf("the packages for VS Code are %v", paths)
	}
	archive, err := zip.OpenReader(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	inside := func(name string) []byte {
		f, err := archive.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(f)
		return content
	}
	binary, err := os.ReadFile(filepath.Join(out, "fraccheck"))
	if err != nil || !bytes.Equal(inside("extension/server/fraccheck"), binary) {
		t.Errorf("the package has another binary than the archive, %v", err)
	}
	if manifest := inside("extension/package.json"); !bytes.Contains(manifest, []byte(`"version": "0.98.7"`)) {
		t.Errorf("the manifest is %s", manifest)
	}
}

// TestNotes holds which section of a changelog is a version's.
func TestNotes(t *testing.T) {
	const changelog = "# Changelog\n\nWords.\n\n## 0.2.0\n\nNew.\n\n## 0.1.0, not yet released\n\nFirst.\n\n### Part\n\nMore.\n"
	for _, test := range []struct {
		version string
		tagged  bool
		want    string
	}{
		{"v0.2.0", true, "New.\n"}, {"v0.1.0", true, "First.\n\n### Part\n\nMore.\n"}, {"v0.1", true, ""}, {"abc", false, "New.\n"},
	} {
		if got, err := notesOf(changelog, test.version, test.tagged); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: %q, %v", test.version, got, err)
		}
	}
}

// TestLicences holds that the licences of a binary's modules are found, and that a module without
// one is reported.
func TestLicences(t *testing.T) {
	binary, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("the test's own binary is not found:", err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{clones: [2]string{root, root}}
	found, err := b.licences(binary)
	if err != nil || !strings.Contains(string(found.content), "Go's library, go") {
		t.Errorf("%v\n%s", err, found.content)
	}
	if found, err := licencesIn(t.TempDir()); len(found) > 0 || err != nil {
		t.Errorf("%v, %v", found, err)
	}
}
