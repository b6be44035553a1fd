package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// platform is the target's name in packages for VS Code.
func (t target) platform() string {
	names := map[string]string{"windows": "win32", "amd64": "x64", "arm64": "arm64"}
	system, ok := names[t.os]
	if !ok {
		system = t.os
	}
	return system + "-" + names[t.arch]
}

var threeNumbers = regexp.MustCompile(`^v(\d+\.\d+\.\d+)`)

// extensionVersion is what a package for VS Code calls the version of a tag: three numbers,
// since an editor takes nothing else.
func extensionVersion(tag string) (string, error) {
	found := threeNumbers.FindStringSubmatch(tag)
	if found == nil {
		return "", fmt.Errorf("the tag %s does not begin with three numbers such as v0.1.0, which VS Code wants", tag)
	}
	return found[1], nil
}

// installExtension fetches, into both clones, what makes the packages.
func (b *builder) installExtension() error {
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("the packages for VS Code are made by node and npm, and there is no %s; --vscode=false leaves them out", name)
		}
	}
	for _, clone := range b.clones {
		if err := quietly(clone, "npm", "ci", "--silent", "--no-audit", "--no-fund", "--prefix", "editors/vscode"); err != nil {
			return err
		}
	}
	return nil
}

// extension makes the package with the target's binary inside, in each clone, and keeps it
// where both are the same.
func (b *builder) extension(t target, out string) error {
	var made [2][]byte
	for i := range b.clones {
		var err error
		if made[i], err = b.pack(t, i); err != nil {
			return err
		}
	}
	if !bytes.Equal(made[0], made[1]) {
		return errors.New("two packages for VS Code of the same commit differ")
	}
	return os.WriteFile(filepath.Join(out, fmt.Sprintf("fraccheck_%s_vscode_%s.vsix", b.version, t.platform())), made[0], 0o666)
}

// pack gives the package that comes of a clone. Without a tag it keeps the version that its
// package.json has.
func (b *builder) pack(t target, clone int) ([]byte, error) {
	path := filepath.Join(b.temp, t.platform()+strconv.Itoa(clone)+".vsix")
	args := []string{"editors/vscode/package.mjs", "--target", t.platform(), "--server", b.binary(t, clone), "--out", path}
	if b.tagged {
		version, err := extensionVersion(b.version)
		if err != nil {
			return nil, err
		}
		args = append(args, "--version", version)
	}
	if err := quietly(b.clones[clone], "node", args...); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// quietly runs a command, whose output is the error of one that fails.
func quietly(dir, name string, args ...string) error {
	command := exec.Command(name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, strings.TrimSpace(string(out)))
	}
	return nil
}
