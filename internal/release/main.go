// Command release builds what is released: for each system an archive with the binary, what
// the binary is made of (CycloneDX), and the sums of all of it. Every binary is built twice,
// from two clones in different places and with caches of their own, and must come out the
// same. The version is the tag of the commit, as Go stamps it.
//
// Read build.go first; archive.go and bill.go write files that depend on their input alone.
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

func main() {
	out := flag.String("o", "dist", "the directory to write into; it must be empty or missing")
	only := flag.String("only", "", "systems to build for, such as linux/amd64,windows/arm64 (default: all)")
	untagged := flag.Bool("untagged", false, "build a commit that has no tag, to try it")
	flag.Parse()
	if err := release(*out, *only, *untagged); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(out, only string, untagged bool) error {
	wanted, err := chosen(only)
	if err != nil {
		return err
	}
	if err := emptyDirectory(out); err != nil {
		return err
	}
	source, err := describe(".", untagged)
	if err != nil {
		return err
	}
	b, err := newBuilder(source)
	if err != nil {
		return err
	}
	defer b.close()
	for _, t := range wanted {
		if err := b.target(t, out); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	return writeSums(out)
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
