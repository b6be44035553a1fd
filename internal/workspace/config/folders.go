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
	Over  map[string]string // severities that come before the configurations'

	tolerance Tolerance

	mu      sync.Mutex
	found   map[string]*Config
	earlier map[string]*Config // by path, whose syntax was right
}

// A Tolerance is what is done with a configuration that is wrong.
type Tolerance uint8

const (
	// Whole refuses it: what a command prints would not be what the user asked for.
	Whole Tolerance = iota
	// Parts leaves out what is wrong, for who reports that. Refused is what has a Refusal.
	Parts
	// Editing is Parts, but a configuration with a Refusal means what it meant before; one that
	// requires another version is refused.
	Editing
)

func NewFolders(files sourcefile.Files, root string, t Tolerance) *Folders {
	return &Folders{files: files, root: root, tolerance: t, found: map[string]*Config{}, earlier: map[string]*Config{}}
}

// Next are the configurations after files changed: the same, unless one of
// them is a configuration.
func (c *Folders) Next(files sourcefile.Files, changed []string) *Folders {
	next := NewFolders(files, c.root, c.tolerance)
	next.Over = c.Over
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.ContainsFunc(changed, func(path string) bool { return filepath.Base(path) == FileName }) {
		maps.Copy(next.earlier, c.earlier)
		for _, config := range c.found {
			if config.Path != "" && len(config.fatal) == 0 {
				next.earlier[config.Path] = config
			}
		}
		return next
	}
	maps.Copy(next.earlier, c.earlier)
	for dir, config := range c.found {
		next.found[dir] = config
	}
	return next
}

func (t Tolerance) refused(c *Config) error {
	if t == Editing && !c.mismatch {
		return nil
	}
	if err := c.Refusal(); err != nil || t != Whole {
		return err
	}
	for _, f := range c.Faults {
		if f.Code == codes.ConfigurationError {
			return c.ErrorOf(f)
		}
	}
	return nil
}

// Another is the same configurations, not read yet, under other severities.
func (c *Folders) Another(over map[string]string) *Folders {
	next := NewFolders(c.files, c.root, c.tolerance)
	next.Over = over
	return next
}

// Tolerates reports whether a configuration of which a part is wrong is in use.
func (c *Folders) Tolerates() bool { return c.tolerance != Whole }

// Above is the configuration of a directory. The error is an *Error where its text is at fault.
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
	case errors.Is(err, fs.ErrNotExist) && filepath.Dir(dir) == dir:
		return newConfig("", "", "").overridden(c.Over), nil
	case errors.Is(err, fs.ErrNotExist):
		return c.lookup(filepath.Dir(dir))
	}
	config, err := c.decode(path, bytes, err)
	if err != nil {
		return nil, err
	}
	if err := c.tolerance.refused(config); err != nil {
		return nil, err
	}
	return config.overridden(c.Over), nil
}

// Own is the configuration that a path names, whatever is wrong with it.
func (c *Folders) Own(path string) *Config {
	c.mu.Lock()
	defer c.mu.Unlock()
	if config := c.found[filepath.Dir(path)]; config != nil && config.Path == path {
		return config
	}
	bytes, err := c.files.ReadFile(path, disk.Configs)
	config, _ := (&Folders{root: c.root, tolerance: Editing}).decode(path, bytes, err)
	return config.overridden(c.Over)
}

// decode reads the bytes of a fraccheck.toml, which are UTF-8 or begin with the mark of
// UTF-16, as those of programs.
func (c *Folders) decode(path string, bytes []byte, unread error) (*Config, error) {
	name := sourcefile.DisplayName(c.root, path)
	text, err := "", unread
	if err == nil {
		text, err = sourcefile.EncodingOf(bytes).Decode(bytes)
	}
	if err != nil && c.tolerance != Editing {
		return nil, fmt.Errorf("cannot read %s: %w", name, disk.Cause(err))
	}
	config := Parse(path, name, text)
	if err != nil {
		config.note(&config.fatal, Fault{Code: codes.ConfigurationError, Message: fmt.Sprintf("cannot read %s: %v", name, disk.Cause(err))})
	}
	if earlier := c.earlier[path]; earlier != nil && len(config.fatal) > 0 && !config.mismatch {
		kept := *earlier
		kept.Text, kept.Tree, kept.source, kept.fatal, kept.Faults = config.Text, config.Tree, config.source, config.fatal, config.Faults
		kept.RuleCodes = nil // whose places are those of the text before
		return &kept, nil
	}
	return config, nil
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
