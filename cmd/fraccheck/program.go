package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

type versionCommand struct{}

func (*versionCommand) Run(env *environment) error {
	fmt.Fprintln(env.Stdout, versionLine())
	return nil
}

// versionFlag is `--version`, which is answered whatever else is asked for.
type versionFlag bool

// BeforeReset is called by kong where the flag is given.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, versionLine())
	app.Exit(statusClean)
	return nil
}

func versionLine() string {
	return fmt.Sprintf("fraccheck %s%s %s %s/%s",
		config.Version(), revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision is the commit that the binary was built from, where it is known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return ""
	}
	if settings["vcs.modified"] == "true" {
		commit += "+changes"
	}
	return " (" + commit + ")"
}

// ownPath is the file of this program. Where the system does not tell, as in a container
// without /proc, it is what the program was started as.
func ownPath() (string, error) {
	path, err := os.Executable()
	if err == nil {
		return path, nil
	}
	if found, missing := exec.LookPath(os.Args[0]); missing == nil {
		return filepath.Abs(found)
	}
	return "", fmt.Errorf("finding this program: %w", err)
}

// release is the version of a build that was released: its sources have one state.
var release = lazyregexp.New(`^v\d+\.\d+\.\d+$`)

// buildID is what Go's linker writes near the start of a program: sums of all that it was
// made of and, last, of its own bytes. Whoever links with an identifier of their own
// (-ldflags=-buildid=…) gives another form, which says nothing.
var buildID = lazyregexp.New(`[\w-]{20}/[\w-]{20}/[\w-]{20}/[\w-]{20}`)

// buildIDWithin is how far from the start it stands (cmd/internal/buildid reads as much).
const buildIDWithin = 32 << 10

// buildName tells this build apart from all others: what another one found may be wrong.
// A build that has no released version is named by its own bytes, of which the identifier
// holds a sum: to read 50 MB takes as long as to look up the results of 1,000 files.
func buildName() (string, error) {
	if version := config.Version(); release().MatchString(version) {
		return version, nil
	}
	path, err := ownPath()
	if err != nil {
		return "", err
	}
	file, err := disk.Open(path)
	if err != nil {
		return "", fmt.Errorf("reading this program: %w", err)
	}
	defer file.Close()
	return nameOfProgram(file)
}

func nameOfProgram(file *os.File) (string, error) {
	start := make([]byte, buildIDWithin)
	n, err := io.ReadFull(file, start)
	if id := buildID().Find(start[:n]); err == nil && id != nil {
		return string(id), nil
	}
	sum := sha256.New()
	sum.Write(start[:n])
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("reading this program: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
