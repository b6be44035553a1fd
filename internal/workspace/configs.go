package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// configs finds the configuration of each directory, once.
type configs struct {
	files Files
	root  string
	over  map[string]string // severities that stand before the configurations'
	mu    sync.Mutex
	found map[string]*Config
}

func newConfigs(files Files, root string) *configs {
	return &configs{files: files, root: root, found: map[string]*Config{}}
}

// next are the configurations after files changed: the same, unless one of
// them is a configuration.
func (c *configs) next(files Files, changed []string) *configs {
	next := newConfigs(files, c.root)
	next.over = c.over
	if slices.ContainsFunc(changed, func(path string) bool { return filepath.Base(path) == ConfigName }) {
		return next
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for dir, config := range c.found {
		next.found[dir] = config
	}
	return next
}

// Config is the configuration of a file: the nearest fraccheck.toml above it.
func (s *Snapshot) Config(path string) (*Config, error) {
	return s.configs.above(filepath.Dir(path))
}

func (c *configs) above(dir string) (*Config, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lookup(dir)
}

func (c *configs) lookup(dir string) (*Config, error) {
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

func (c *configs) read(dir string) (*Config, error) {
	path := filepath.Join(dir, ConfigName)
	bytes, err := c.files.ReadFile(path, disk.Configs)
	switch {
	case err == nil:
		config, err := c.decode(path, bytes)
		if err != nil {
			return nil, err
		}
		return config.overridden(c.over), nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("cannot read %s: %w", displayName(c.root, path), disk.Cause(err))
	case filepath.Dir(dir) == dir:
		return (&Config{}).overridden(c.over), nil
	}
	return c.lookup(filepath.Dir(dir))
}

// decode reads the bytes of a fraccheck.toml, which are UTF-8 or begin with the mark of
// UTF-16, as those of programs.
func (c *configs) decode(path string, bytes []byte) (*Config, error) {
	name := displayName(c.root, path)
	text, err := encodingOf(bytes).decode(bytes)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	return ParseConfig(path, name, text)
}
