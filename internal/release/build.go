package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A target is a system that binaries run on.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

func (t target) binary() string {
	if t.os == "windows" {
		return "fraccheck.exe"
	}
	return "fraccheck"
}

// A source is the commit that is released.
type source struct {
	repository string
	version    string // the tag, or the commit where there is none
	tagged     bool
	when       time.Time
}

// describe finds out what is released. What is not committed would not be in it.
func describe(repository string, untagged bool) (source, error) {
	changed, err := git(repository, "status", "--porcelain")
	if err != nil {
		return source{}, err
	}
	if changed != "" {
		return source{}, fmt.Errorf("there are changes that are not committed:\n%s", changed)
	}
	seconds, err := git(repository, "show", "--no-patch", "--format=%ct", "HEAD")
	if err != nil {
		return source{}, err
	}
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return source{}, fmt.Errorf("the time of the commit: %w", err)
	}
	version, err := git(repository, "describe", "--tags", "--exact-match", "--match=v*")
	tagged := err == nil
	if err != nil && untagged {
		version, err = git(repository, "rev-parse", "--short=12", "HEAD")
	}
	if err != nil {
		return source{}, errors.New("the commit has no tag such as v0.1.0; --untagged builds it all the same")
	}
	return source{repository, version, tagged, time.Unix(at, 0).UTC()}, nil
}

func git(dir string, args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// A builder has two clones of a source.
type builder struct {
	source
	temp   string
	share  []file // what archives have beside binary and documents
	clones [2]string
}

func newBuilder(s source) (*builder, error) {
	temp, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	b := &builder{source: s, temp: temp}
	for i, name := range []string{"first", "in another place"} {
		b.clones[i] = filepath.Join(temp, name)
		if _, err := git(s.repository, "clone", "--quiet", "--no-hardlinks", ".", b.clones[i]); err != nil {
			return nil, errors.Join(err, b.close())
		}
	}
	return b, nil
}

func (b *builder) close() error { return os.RemoveAll(b.temp) }

// target builds for one system, twice, and writes the archive and the bill.
func (b *builder) target(t target, out string) error {
	binary, err := b.build(t, 0)
	if err != nil {
		return err
	}
	again, err := b.build(t, 1)
	if err != nil {
		return err
	}
	if !bytes.Equal(binary, again) {
		return errors.New("two builds of the same commit differ")
	}
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return err
	}
	if b.tagged && info.Main.Version != b.version { // as one whose major version the module has not
		return fmt.Errorf("the binary does not have the version %s of the tag, but %s", b.version, info.Main.Version)
	}
	name := fmt.Sprintf("fraccheck_%s_%s_%s", b.version, t.os, t.arch)
	files, err := b.content(t, binary)
	if err != nil {
		return err
	}
	if err := writeArchive(out, name, t.os == "windows", files, b.when); err != nil {
		return err
	}
	if err := b.debian(t, files, out); err != nil {
		return err
	}
	return writeBill(filepath.Join(out, name+".cdx.json"), binary, b.version, b.when)
}

// content is what an archive holds: the binary, licences, manual pages, completions, documents.
func (b *builder) content(t target, binary []byte) ([]file, error) {
	licences, err := b.licences(binary)
	if err != nil {
		return nil, err
	}
	shared, err := b.shared()
	if err != nil {
		return nil, err
	}
	documents, err := documents(b.clones[0])
	return slices.Concat([]file{{t.binary(), 0o755, binary}, licences}, shared, documents), err
}

// binary is where the binary that comes of a clone is written.
func (b *builder) binary(t target, clone int) string {
	return filepath.Join(b.temp, t.os+t.arch+strconv.Itoa(clone))
}

// build gives the binary that comes of a clone. The second clone's builds share nothing
// with the first's.
func (b *builder) build(t target, clone int) ([]byte, error) {
	path := b.binary(t, clone)
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", path, "./cmd/fraccheck")
	command.Dir = b.clones[clone]
	command.Env = append(b.environment(clone), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch, "GOAMD64=v1", "GOARM64=v8.0")
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(path)
}

// environment is that of what is built in a clone.
func (b *builder) environment(clone int) []string {
	all := append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if clone > 0 {
		all = append(all, "GOCACHE="+filepath.Join(b.temp, "cache"))
	}
	return all
}
