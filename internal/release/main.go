// Command release builds what is released: for each system an archive with the binary, its
// licences, manual pages and completions, what the binary is made of (CycloneDX), and the package
// for VS Code with the binary inside; for Linux packages for Debian; the plugin for Neovim, the
// grammar, the manual as a site, the playground, a formula for Homebrew, the notes, and the sums of
// all of it. Binaries, packages and the playground are built twice, from two clones in different
// places and with caches of their own, and must be the same. The version is the tag of the commit,
// as Go stamps it.
//
// Read build.go first; extension.go makes the packages for VS Code, packages.go all others,
// share.go what is beside the binary; archive.go and bill.go write files that depend on their
// input alone.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// targets are the systems that a release is for.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// A plan says what to release, and where to.
type plan struct {
	out, only                    string
	untagged, vscode, playground bool
}

func main() {
	var p plan
	flag.StringVar(&p.out, "o", "dist", "the directory to write into; it must be empty or missing")
	flag.StringVar(&p.only, "only", "", "systems to build for, such as linux/amd64,windows/arm64 (default: all)")
	flag.BoolVar(&p.untagged, "untagged", false, "build a commit that has no tag, to try it")
	flag.BoolVar(&p.vscode, "vscode", true, "make the packages for VS Code, which needs node and npm")
	flag.BoolVar(&p.playground, "playground", true, "make the playground, which needs node, npm and make")
	flag.Parse()
	if err := p.release(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (p plan) release() error {
	wanted, err := chosen(p.only)
	if err != nil {
		return err
	}
	if err := emptyDirectory(p.out); err != nil {
		return err
	}
	source, err := describe(".", p.untagged)
	if err != nil {
		return err
	}
	b, err := newBuilder(source)
	if err != nil {
		return err
	}
	defer b.close()
	if err := p.build(b, wanted); err != nil {
		return err
	}
	return writeSums(p.out)
}

// build makes everything for each system.
func (p plan) build(b *builder, wanted []target) error {
	if p.vscode {
		if err := b.installExtension(); err != nil {
			return err
		}
	}
	for _, t := range wanted {
		err := b.target(t, p.out)
		if err == nil && p.vscode {
			err = b.extension(t, p.out)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	if err := b.editors(p.out); err != nil {
		return err
	}
	if err := b.manual(p.out); err != nil {
		return err
	}
	if p.playground {
		if err := b.playground(p.out); err != nil {
			return err
		}
	}
	if err := b.formula(p.out, wanted); err != nil {
		return err
	}
	return b.notes(p.out)
}

// chosen are the targets that a flag names.
func chosen(only string) ([]target, error) {
	if only == "" {
		return targets, nil
	}
	var wanted []target
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is none of %v", name, targets)
		}
		wanted = append(wanted, targets[i])
	}
	return wanted, nil
}

func emptyDirectory(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	there, err := os.ReadDir(dir)
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("%s is not empty", dir)
	}
	return err
}

// writeSums writes SHA256SUMS, which `sha256sum -c` reads.
func writeSums(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), f.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o666)
}
