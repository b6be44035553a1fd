package git

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// mostIncluded is how many configurations are looked at: git itself follows includes of
// includes ten deep, each as often as it is named.
const mostIncluded = 100

// namesFile matches the settings of a configuration that name a file for git to read.
const namesFile = `^(include\.path|includeif\..*\.path|core\.attributesfile)$`

// readableNamed refuses configurations that name what is no regular file, for git to wait at:
// by themselves, or by a configuration that they include. Conditions of includes are taken to
// hold.
func readableNamed(ctx context.Context, configs ...string) error {
	for i := 0; i < len(configs) && i < mostIncluded; i++ {
		text, err := disk.Read(configs[i], disk.Limit{Bytes: 1 << 20})
		if err != nil || !mayNameFile(text) {
			continue // git says what it cannot read
		}
		for _, s := range settingsOf(ctx, configs[i]) {
			path := expanded(s.value, configs[i])
			info, err := os.Stat(path)
			switch {
			case err != nil || info.IsDir():
			case !info.Mode().IsRegular():
				return notRegular(path, info)
			case s.name != "core.attributesfile" && !slices.Contains(configs, path):
				configs = append(configs, path)
			}
		}
	}
	return ctx.Err()
}

// mayNameFile reports whether a configuration has a word of namesFile. A section's name and a
// setting's have no other spelling but for the case of their letters.
func mayNameFile(text []byte) bool {
	text = bytes.ToLower(text)
	return bytes.Contains(text, []byte("include")) || bytes.Contains(text, []byte("attributesfile"))
}

// settingsOf are those settings of a single file that name files, as git reads them without
// following any. The environment says that it is in no repository, so that it reads no other one.
func settingsOf(ctx context.Context, config string) (found []setting) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	nowhere := &Repository{Top: filepath.Dir(config), foreign: true}
	command := exec.CommandContext(ctx, "git", "--no-pager", "config", "--file", config, "--no-includes", "-z", "--get-regexp", namesFile)
	command.Env = append(nowhere.environment(), "GIT_DIR="+os.DevNull)
	out, err := command.Output()
	if err != nil {
		return nil // it has none, or git says later what is wrong with it
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		name, value, _ := strings.Cut(entry, "\n")
		found = append(found, setting{name, value})
	}
	return found
}

// expanded is the path that a setting names: from the home directory on, or from the folder of
// the configuration.
func expanded(path, config string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, filepath.FromSlash(rest))
		}
	}
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(config), path)
}
