package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/workspace/gitignore"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// FileName is the file that configures the directory that it stands in and
// all below, up to the next one.
const FileName = "fraccheck.toml"

// A Config is what a fraccheck.toml says.
type Config struct {
	Path     string
	Severity map[codes.Code]codes.Severity
	Off      map[codes.Code]bool
	Ignore   gitignore.Rules
	// Contracts are what definitions promise to cost, by their names.
	Contracts map[string][]contract.Clause
	// Assume is what is assumed of sizes where costs are reported; see package assume.
	Assume []string

	// Baseline is the file that lists findings that are known, absolute; empty for none.
	Baseline string

	baseline   Entry             // as it stands there
	Over       map[string]string // severities that stand before those of the file
	Rules      []Entry           // the files of rules
	RuleCodes  []Entry           // the severities of rules
	Name, Text string
	version    string // of this build

	Operators      []*Operator
	OperatorFaults []sourcefile.Finding // in their declarations
	table          *operatorTable

	Unverified *sourcefile.Finding // a version is required, and this build has none

	required string // the version that this build cannot be compared with
	place    error  // states where that is
}

// A Error is a mistake in a fraccheck.toml.
type Error struct {
	Name         string // of the file
	Line, Column int
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// An option reads the value of one key.
type option func(c *Config, meta *toml.MetaData, value toml.Primitive) error

// options are the keys of a fraccheck.toml.
var options = map[string]option{
	"baseline":         readBaseline,
	"cost":             readCosts,
	"severity":         readSeverities,
	"ignore":           readIgnore,
	"operators":        readOperators,
	"required-version": readRequiredVersion,
	"rules":            readRules,
}

// Keys are the keys of a fraccheck.toml, sorted.
func Keys() []string { return SortedKeys(options) }

// Parse reads the text of a fraccheck.toml. Mistakes are *ConfigError,
// the first in the text.
func Parse(path, name, text string) (*Config, error) {
	return parse(path, name, text, Version())
}

// parse is ParseConfig of a build of a version. What that must be is looked at
// first: another version may know keys that this one does not.
func parse(path, name, text, version string) (*Config, error) {
	c := &Config{Path: path, Name: name, Text: text, version: version, table: &operatorTable{}, Severity: map[codes.Code]codes.Severity{}, Off: map[codes.Code]bool{}}
	if err := notUTF8(name, text); err != nil {
		return nil, err
	}
	if err := configTooLarge(name, text); err != nil {
		return nil, err
	}
	var values map[string]toml.Primitive
	meta, err := toml.Decode(text, &values)
	if err != nil {
		return nil, configError(name, text, err)
	}
	read := map[string]bool{}
	first := []toml.Key{}
	if meta.IsDefined("required-version") {
		first = append(first, toml.Key{"required-version"})
	}
	for _, key := range append(first, meta.Keys()...) { // in the order of the text
		if read[key[0]] {
			continue
		}
		read[key[0]] = true
		if err := c.readOption(&meta, key[0], values[key[0]]); err != nil {
			return nil, configError(name, text, err)
		}
	}
	if c.place != nil {
		c.Unverified = unverifiedVersion(c, name, text, c.required, c.place)
	}
	return c, nil
}

func (c *Config) readOption(meta *toml.MetaData, key string, value toml.Primitive) error {
	read, ok := options[key]
	if !ok {
		return refuseKey(meta, value, key, UnknownName("key", key, Keys()))
	}
	return read(c, meta, value)
}

// severities are the values of the severity table.
var severities = map[string]codes.Severity{
	"error": codes.Error, "warning": codes.Warning, "info": codes.Info, "hint": codes.Hint,
}

func readSeverities(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var table map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &table); err != nil || table == nil {
		return refuse(meta, value, "`severity` is a table of codes and severities")
	}
	for _, key := range meta.Keys() {
		if len(key) != 2 || key[0] != "severity" {
			continue
		}
		if err := c.readSeverity(meta, key[1], table[key[1]]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) readSeverity(meta *toml.MetaData, code string, value toml.Primitive) error {
	if isRuleCode(code) {
		c.readRuleSeverity(meta, code, value)
	} else if !slices.Contains(explain.Codes(), code) {
		return refuseKey(meta, value, code, UnknownName("code", code, explain.Codes()))
	}
	var name string
	err := meta.PrimitiveDecode(value, &name)
	severity, ok := severities[name]
	switch {
	case err == nil && name == "off":
		c.Off[codes.Code(code)] = true
	case err == nil && ok:
		c.Severity[codes.Code(code)] = severity
	default:
		return refuse(meta, value, "a severity is one of error, warning, info, hint, off")
	}
	return nil
}

// readIgnore reads patterns in the language of .gitignore.
func readIgnore(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var patterns []string
	if err := meta.PrimitiveDecode(value, &patterns); err != nil {
		return refuse(meta, value, "`ignore` is a list of patterns")
	}
	for _, pattern := range patterns {
		if rule, ok := gitignore.ParseLine(filepath.Dir(c.Path), pattern); ok {
			c.Ignore = append(c.Ignore, rule)
		}
	}
	return nil
}

func readRequiredVersion(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var required string
	if err := meta.PrimitiveDecode(value, &required); err != nil {
		return refuse(meta, value, "`required-version` is text, such as \">= 1.2\"")
	}
	if problem := versionProblem(required, c.version); problem != "" {
		return refuse(meta, value, problem)
	}
	if _, known := parseVersion(c.version); !known {
		c.required, c.place = required, refuse(meta, value, required)
	}
	return nil
}

// Apply gives findings the severities that the configuration says, and drops
// those that it turns off and those that it would have to turn on.
func (c *Config) Apply(findings []sourcefile.Finding) []sourcefile.Finding {
	if !slices.ContainsFunc(findings, c.changes) {
		return findings // which may be very many
	}
	var kept []sourcefile.Finding
	for _, f := range findings {
		severity, given := c.Severity[f.Code]
		if c.Off[f.Code] || f.Code.Has(codes.OptIn) && !given {
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
	severity, given := c.Severity[f.Code]
	return c.Off[f.Code] || given && severity != f.Severity || !given && f.Code.Has(codes.OptIn)
}

func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// readBaseline reads the path of a baseline.
func readBaseline(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var name string
	if err := meta.PrimitiveDecode(value, &name); err != nil || name == "" {
		return refuse(meta, value, "`baseline` is the file of a baseline, such as \"baseline.json\"")
	}
	c.Baseline = sourcefile.Absolute(filepath.Dir(c.Path), filepath.FromSlash(name))
	c.baseline = Entry{name, func(message string) error { return refuse(meta, value, message) }}
	return nil
}

// BaselineFault is an error at the place where a configuration names its baseline.
func (c *Config) BaselineFault(message string) error { return c.Fault(c.baseline, message) }
