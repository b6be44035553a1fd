package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// shells are the completions of an archive, by the directory that the shell reads.
var shells = []struct{ name, path string }{
	{"bash", "share/bash-completion/completions/fraccheck"},
	{"zsh", "share/zsh/site-functions/_fraccheck"},
	{"fish", "share/fish/vendor_completions.d/fraccheck.fish"},
}

// shared are the files beside the binary that are the same for all systems: manual pages and
// completions, as the binary for this machine writes them.
func (b *builder) shared() (files []file, err error) {
	if b.share != nil {
		return b.share, nil
	}
	here := target{runtime.GOOS, runtime.GOARCH}
	if _, err := b.build(here, 0); err != nil {
		return nil, err
	}
	binary, pages := b.binary(here, 0), filepath.Join(b.temp, "man")
	if err := quietly(b.temp, binary, "man", "-o", pages); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(pages, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"share/man/man1/" + e.Name(), 0o644, content})
	}
	for _, shell := range shells {
		script, err := exec.Command(binary, "completion", shell.name).Output()
		if err != nil {
			return nil, fmt.Errorf("the completion of %s: %w", shell.name, err)
		}
		files = append(files, file{shell.path, 0o644, script})
	}
	b.share = files
	return files, nil
}

// licences is one file with the licences of all modules that a binary is made of, and of Go's
// own library. It fails for a module without one: it must not be passed on.
func (b *builder) licences(binary []byte) (file, error) {
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return file{}, err
	}
	var text strings.Builder
	text.WriteString("fraccheck is made of the modules below, each under its own licence.\n")
	add := func(name, dir string) error {
		found, err := licencesIn(dir)
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("%s has no licence", name)
		}
		for _, content := range found {
			fmt.Fprintf(&text, "\n%s\n%s\n\n%s\n", name, strings.Repeat("=", len(name)), strings.TrimSpace(content))
		}
		return err
	}
	root, err := goOutput(b.clones[0], "env", "GOROOT")
	if err == nil {
		err = add("Go's library, "+info.GoVersion, root)
	}
	for _, module := range info.Deps {
		if err != nil {
			break
		}
		var dir string
		if dir, err = goOutput(b.clones[0], "list", "-m", "-f", "{{.Dir}}", module.Path); err == nil {
			err = add(module.Path+" "+module.Version, dir)
		}
	}
	return file{"LICENSES.txt", 0o644, []byte(text.String())}, err
}

func goOutput(dir string, args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Dir = dir
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// licencesIn are the texts in a module's folder that say under which terms it may be used.
func licencesIn(dir string) (found []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
		if e.IsDir() || !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "UNLICENSE", "COPYING", "NOTICE", "PATENTS"}, func(w string) bool { return strings.HasPrefix(name, w) }) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		found = append(found, string(content))
	}
	return found, nil
}
