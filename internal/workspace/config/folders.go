package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Folders finds the configuration of each directory, once.
type Folders struct {
	files sourcefile.Files
	root  string
	Over  map[string]string // severities that stand before the configurations'
	mu    sync.Mutex
	found map[string]*Config
}

func NewFolders(files sourcefile.Files, root string) *Folders {
	return &Folders{files: files, root: root, found: map[string]*Config{}}
}

// Next are the configurations after files changed: the same, unless one of
// them is a configuration.
func (c *Folders) Next(files sourcefile.Files, changed []string) *Folders {
	next := NewFolders(files, c.root)
	next.Over = c.Over
	if slices.ContainsFunc(changed, func(path string) bool { return filepath.Base(path) == FileName }) {
		return next
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for dir, config := range c.found {
		next.found[dir] = config
	}
	return next
}

func (c *Folders) Above(dir string) (*Config, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lookup(dir)
}

func (c *Folders) lookup(dir string) (*Config, error) {
	if config, ok := c.found[dir]; ok {
		return config, nil
	}
	config, err := c.read(dir)
	if err != nil {
		return nil, err
	}
	c.found[dir] = config
	return config, nil
}

func (c *Folders) read(dir string) (*Config, error) {
	path := filepath.Join(dir, FileName)
	bytes, err := c.files.ReadFile(path, disk.Configs)
	switch {
	case err == nil:
		config, err := c.decode(path, bytes)
		if err != nil {
			return nil, err
		}
		return config.overridden(c.Over), nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("cannot read %s: %w", sourcefile.DisplayName(c.root, path), disk.Cause(err))
	case filepath.Dir(dir) == dir:
		return (&Config{}).overridden(c.Over), nil
	}
	return c.lookup(filepath.Dir(dir))
}

// decode reads the bytes of a fraccheck.toml, which are UTF-8 or begin with the mark of
// UTF-16, as those of programs.
func (c *Folders) decode(path string, bytes []byte) (*Config, error) {
	name := sourcefile.DisplayName(c.root, path)
	text, err := sourcefile.EncodingOf(bytes).Decode(bytes)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	return Parse(path, name, text)
}

// overridden is a configuration under other severities.
func (c *Config) overridden(over map[string]string) *Config {
	if len(over) == 0 {
		return c
	}
	next := *c
	next.Over = over
	next.Severity, next.Off = map[codes.Code]codes.Severity{}, map[codes.Code]bool{}
	maps.Copy(next.Severity, c.Severity)
	maps.Copy(next.Off, c.Off)
	for name, severity := range over {
		code := codes.Code(name)
		delete(next.Severity, code)
		delete(next.Off, code)
		if severity == "off" {
			next.Off[code] = true
		} else {
			next.Severity[code] = severities[severity]
		}
	}
	return &next
}
