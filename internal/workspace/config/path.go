package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// What a configuration says of the files of a pattern of paths, which is relative to its directory.
type (
	pathSeverities struct {
		pattern  string
		severity map[codes.Code]string // as it is written
	}
	pathRanges struct {
		pattern string
		ranges  map[string]declared.Range // by parameter, without its sigil
	}
)

func (c *Config) readPaths(table *Node) {
	for _, e := range table.Entries {
		of := pathSeverities{e.Name, map[codes.Code]string{}}
		for _, s := range e.Value.Entries {
			if isRuleCode(s.Name) {
				c.RuleCodes = append(c.RuleCodes, Reference{s.Name, s.Key})
			}
			of.severity[codes.Code(s.Name)] = s.Value.Text
		}
		c.paths = append(c.paths, of)
	}
}

func (c *Config) readRanges(table *Node) {
	for _, e := range table.Entries {
		of := pathRanges{e.Name, map[string]declared.Range{}}
		for _, s := range e.Value.Entries {
			r, err := declared.Parse(s.Value.Text)
			if err != nil {
				c.fault(s.Value.Span, err.Error())
				continue
			}
			of.ranges[strings.TrimPrefix(s.Name, "%")] = r
		}
		c.ranges = append(c.ranges, of)
	}
}

// fits reports whether a pattern of paths is one of a file's.
func (c *Config) fits(pattern, path string) bool {
	rel, err := filepath.Rel(filepath.Dir(c.Path), path)
	return err == nil && doublestar.MatchUnvalidated(pattern, filepath.ToSlash(rel))
}

// RangesOf are the ranges of the inputs of a file, by their names; nil where there are none.
func (c *Config) RangesOf(path string) map[string]declared.Range {
	if c == nil {
		return nil
	}
	var found map[string]declared.Range
	for _, of := range c.ranges {
		if !c.fits(of.pattern, path) {
			continue
		}
		for name, r := range of.ranges {
			if found == nil {
				found = map[string]declared.Range{}
			}
			found[name] = r
		}
	}
	return found
}

// severityOf is what the configuration says of a code in a file: `off`, or a severity. Severities over the
// configuration come first, then those of the last pattern of paths that fits.
func (c *Config) severityOf(code codes.Code, path string) (severity codes.Severity, off, given bool) {
	severity, given = c.Severity[code]
	off = c.Off[code]
	if _, over := c.Over[string(code)]; over {
		return severity, off, given
	}
	for _, of := range slices.Backward(c.paths) {
		if text, ok := of.severity[code]; ok && c.fits(of.pattern, path) {
			return severities[text], text == "off", text != "off"
		}
	}
	return severity, off, given
}

// Apply gives findings the severities that the configuration says, and drops
// those that it turns off and those that it would have to turn on.
func (c *Config) Apply(findings []sourcefile.Finding) []sourcefile.Finding {
	if !slices.ContainsFunc(findings, c.changes) {
		return findings // which may be very many
	}
	var kept []sourcefile.Finding
	for _, f := range findings {
		severity, off, given := c.severityOf(f.Code, pathOf(f))
		if off || f.Code.Has(codes.OptIn) && !given {
			continue
		}
		if given {
			f.Severity = severity
		}
		kept = append(kept, f)
	}
	return kept
}

// changes reports whether a finding does not stay as it is.
func (c *Config) changes(f sourcefile.Finding) bool {
	severity, off, given := c.severityOf(f.Code, pathOf(f))
	return off || given && severity != f.Severity || !given && f.Code.Has(codes.OptIn)
}

func pathOf(f sourcefile.Finding) string {
	if f.Source == nil {
		return ""
	}
	return f.Source.Path
}
