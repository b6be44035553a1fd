package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// debian makes the package for Debian of a target for Linux, by nfpm, in each clone, and keeps
// it where both are the same. The version of an untagged commit is 0.0.0 and the commit.
func (b *builder) debian(t target, files []file, out string) error {
	if t.os != "linux" {
		return nil
	}
	var made [2][]byte
	for i := range b.clones {
		dir := filepath.Join(b.temp, fmt.Sprintf("deb-%s-%d", t.arch, i))
		if err := layOut(filepath.Join(dir, "root"), files); err != nil {
			return err
		}
		config := filepath.Join(dir, "nfpm.yaml")
		if err := os.WriteFile(config, []byte(b.nfpm(t, dir, files)), 0o666); err != nil {
			return err
		}
		to := filepath.Join(dir, "fraccheck.deb")
		if err := quietly(filepath.Join(b.clones[i], "tools"), "go", "tool", "nfpm", "pkg", "--packager", "deb", "--config", config, "--target", to); err != nil {
			return err
		}
		var err error
		if made[i], err = os.ReadFile(to); err != nil {
			return err
		}
	}
	if !bytes.Equal(made[0], made[1]) {
		return errors.New("two packages for Debian of the same commit differ")
	}
	return os.WriteFile(filepath.Join(out, fmt.Sprintf("fraccheck_%s_%s.deb", b.number(), t.arch)), made[0], 0o666)
}

// number is the version without its v, as packages have it.
func (b *builder) number() string {
	if b.tagged {
		return strings.TrimPrefix(b.version, "v")
	}
	return "0.0.0~" + b.version
}

// layOut writes files below a directory.
func layOut(root string, files []file) error {
	for _, f := range files {
		path := filepath.Join(root, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.content, f.mode); err != nil {
			return err
		}
	}
	return nil
}

// nfpm is the configuration of a package: the binary, what `share` holds, and the documents.
func (b *builder) nfpm(t target, dir string, files []file) string {
	when := b.when.Format("2006-01-02T15:04:05Z")
	var text strings.Builder
	fmt.Fprintf(&text, `name: fraccheck
arch: %s
platform: linux
version: %q
version_schema: none
section: devel
priority: optional
maintainer: fraccheck <fraccheck@users.noreply.github.com>
homepage: https://github.com/fraccheck/fraccheck
license: Apache-2.0
mtime: %s
description: |
  Static analyzer and language server for functional tensor programs
  fraccheck checks, runs and edits Relay programs, FractalTensors and ONNX models.
contents:
`, t.arch, b.number(), when)
	for _, f := range files {
		to := "/usr/share/doc/fraccheck/" + f.name
		switch {
		case f.name == t.binary():
			to = "/usr/bin/fraccheck"
		case strings.HasPrefix(f.name, "share/"):
			to = "/usr/" + f.name
		case f.name == "LICENSE":
			to = "/usr/share/doc/fraccheck/copyright"
		}
		fmt.Fprintf(&text, "  - src: %q\n    dst: %q\n    file_info: {mode: %#o, mtime: %s}\n", filepath.Join(dir, "root", filepath.FromSlash(f.name)), to, f.mode, when)
	}
	return text.String()
}

// editors packs what editors other than VS Code install: the plugin for Neovim and the grammar.
func (b *builder) editors(out string) error {
	for name, folder := range map[string]string{"neovim": "editors/neovim", "tree-sitter": "editors/tree-sitter-frac"} {
		files, err := filesBelow(b.clones[0], []string{folder, "LICENSE"})
		if err != nil {
			return err
		}
		for i := range files {
			files[i].name = strings.TrimPrefix(files[i].name, folder+"/")
		}
		if err := writeArchive(out, fmt.Sprintf("fraccheck_%s_%s", b.version, name), false, files, b.when); err != nil {
			return err
		}
	}
	return nil
}

// manual packs the manual as a site.
func (b *builder) manual(out string) error {
	site := filepath.Join(b.temp, "manual")
	if err := quietly(b.clones[0], "go", "run", "./internal/manual", site); err != nil {
		return err
	}
	files, err := filesBelow(site, []string{"."})
	if err != nil {
		return err
	}
	return writeArchive(out, fmt.Sprintf("fraccheck_%s_manual", b.version), true, files, b.when)
}

// playground packs the playground, made in each clone, and keeps it where both are the same.
func (b *builder) playground(out string) error {
	var made [2][]file
	for i, clone := range b.clones {
		command := exec.Command("make", "--silent", "playground")
		command.Dir, command.Env = clone, b.environment(i)
		text, err := command.CombinedOutput()
		if err != nil {
			return fmt.Errorf("make playground: %w\n%s", err, text)
		}
		if made[i], err = filesBelow(filepath.Join(clone, "bin", "playground"), []string{"."}); err != nil {
			return err
		}
	}
	if name := differing(made[0], made[1]); name != "" {
		return fmt.Errorf("two playgrounds of the same commit differ in %s", name)
	}
	return writeArchive(out, fmt.Sprintf("fraccheck_%s_playground", b.version), true, made[0], b.when)
}

// differing names a file that is in one list only or is another one in the other; empty where the
// lists are the same.
func differing(a, b []file) string {
	for i := range max(len(a), len(b)) {
		switch {
		case i == len(b) || i < len(a) && a[i].name < b[i].name:
			return a[i].name
		case i == len(a) || b[i].name < a[i].name:
			return b[i].name
		case a[i].mode != b[i].mode || !bytes.Equal(a[i].content, b[i].content):
			return a[i].name
		}
	}
	return ""
}

// formula writes the formula by which Homebrew installs the archives that are there.
func (b *builder) formula(out string, made []target) error {
	var text strings.Builder
	fmt.Fprintf(&text, `class Fraccheck < Formula
  desc "Static analyzer and language server for functional tensor programs"
  homepage "https://github.com/fraccheck/fraccheck"
  version %q
  license "Apache-2.0"

`, b.number())
	systems := map[string]string{"darwin": "macos", "linux": "linux"}
	arches := map[string]string{"amd64": "intel", "arm64": "arm"}
	for _, t := range made {
		if systems[t.os] == "" {
			continue
		}
		name := fmt.Sprintf("fraccheck_%s_%s_%s.tar.gz", b.version, t.os, t.arch)
		content, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "  on_%s do\n    on_%s do\n      url \"https://github.com/fraccheck/fraccheck/releases/download/%s/%s\"\n      sha256 \"%x\"\n    end\n  end\n",
			systems[t.os], arches[t.arch], b.version, name, sha256.Sum256(content))
	}
	text.WriteString(`
  def install
    bin.install "fraccheck"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/fraccheck"
    zsh_completion.install "share/zsh/site-functions/_fraccheck"
    fish_completion.install "share/fish/vendor_completions.d/fraccheck.fish"
  end

  test do
    (testpath/"a.frac").write "def @f(%x: float32) -> float32 { %x + 1f }\n"
    assert_match "0 errors", shell_output("#{bin}/fraccheck check a.frac")
  end
end
`)
	return os.WriteFile(filepath.Join(out, "fraccheck.rb"), []byte(text.String()), 0o666)
}

// notes writes what the changelog says of the release.
func (b *builder) notes(out string) error {
	changelog, err := os.ReadFile(filepath.Join(b.clones[0], "CHANGELOG.md"))
	if err != nil {
		return err
	}
	text, err := notesOf(string(changelog), b.version, b.tagged)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "NOTES.md"), []byte(text), 0o666)
}

// notesOf is the section of a changelog that is of a version; of an untagged commit it is the first.
// It reports a version that the changelog does not have.
func notesOf(changelog, version string, tagged bool) (string, error) {
	for i, section := range strings.Split(changelog, "\n## ") {
		head, body, _ := strings.Cut(section, "\n")
		if i > 0 && (!tagged || head == strings.TrimPrefix(version, "v") || strings.HasPrefix(head, strings.TrimPrefix(version, "v")+",")) {
			return strings.TrimSpace(body) + "\n", nil
		}
	}
	return "", fmt.Errorf("CHANGELOG.md has no section of %s", version)
}
