package arch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoMachineNames looks for this machine's paths and for the hosts of the
// registries that it is set up to use.
func TestNoMachineNames(t *testing.T) {
	root := root(t)
	words := append(hosts(), folders(root)...)
	walk(t, root, func(name string) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Errorf("looking for machine names: %v", err)
			return
		}
		if bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			return // a binary, as git tells one
		}
		for _, word := range words {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s holds %q, a name of this machine", name, word)
			}
		}
	})
}

// folders are the repository's folder and the one around it, unless that is a
// folder which every machine has.
func folders(root string) []string {
	dirs := []string{root + "/"}
	around := filepath.Dir(root)
	common := []string{"/", filepath.Clean(os.TempDir()), "/home", "/root", "/opt", "/usr", "/src", "/go", "/var"}
	if !slices.Contains(common, around) {
		dirs = append(dirs, around+"/")
	}
	return dirs
}

var host = regexp.MustCompile(`https?://([^/\s|,]+)`)

// hosts are the registries in the settings of Go, npm and apt.
func hosts() []string {
	var settings []byte
	for _, command := range [][]string{{"go", "env", "GOPROXY", "GOSUMDB"}, {"npm", "config", "get", "registry"}} {
		if out, err := exec.Command(command[0], command[1:]...).Output(); err == nil {
			settings = append(settings, out...)
		}
	}
	lists, _ := filepath.Glob("/etc/apt/sources.list.d/*")
	for _, list := range append(lists, "/etc/apt/sources.list") {
		if text, err := os.ReadFile(list); err == nil {
			settings = append(settings, text...)
		}
	}
	var found []string
	for _, m := range host.FindAllSubmatch(settings, -1) {
		name := string(m[1])
		if at := strings.LastIndexByte(name, '@'); at >= 0 {
			name = name[at+1:]
		}
		if strings.Contains(name, ".") {
			found = append(found, name)
		}
	}
	return found
}
