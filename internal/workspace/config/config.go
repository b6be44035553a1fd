package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/gitignore"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// FileName is the file that configures the directory that it is in and
// all below, up to the next one.
const FileName = sourcefile.ConfigurationName

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
	Baseline   string
	BaselineAt syntax.Span

	paths  []pathSeverities
	ranges []pathRanges

	Over       map[string]string // severities that come before those of the file
	Rules      []Reference       // the files of rules
	Python     []string          // patterns of the paths of programs in Python that a search finds, relative to the directory
	RuleCodes  []Reference       // the severities of rules, under the keys that name their codes
	Name, Text string
	Tree       *Node // the text as it was read, without what is wrong

	Operators []*Operator
	table     *operatorTable

	Faults   []Fault
	fatal    []Fault
	mismatch bool // another version of fraccheck is required
	source   func() *sourcefile.Source
}

// severities are the values of the severity table but `off`.
var severities = map[string]codes.Severity{
	"error": codes.Error, "warning": codes.Warning, "info": codes.Info, "hint": codes.Hint,
}

// Parse reads the text of a fraccheck.toml. What is wrong with it is among the faults, and left
// out; whoever changes files asks for the Refusal first.
func Parse(path, name, text string) *Config { return parse(path, name, text, Version()) }

// parse is Parse by a build of a version. Where that does not fit, nothing else is reported:
// another version may know keys that this one does not.
func parse(path, name, text, version string) *Config {
	c := newConfig(path, name, text)
	fatal := func(span syntax.Span, message string, fixes ...Fix) {
		c.note(&c.fatal, Fault{Code: codes.ConfigurationError, Span: span, Message: message, Fixes: fixes})
	}
	if at := notUTF8(text); at >= 0 {
		c.Tree = &Node{Kind: Table}
		fatal(syntax.Span{Start: int32(at), End: int32(at + 1)}, fmt.Sprintf("the byte %#x is no UTF-8; save the file as UTF-8", text[at]))
		return c
	}
	c.Tree = parseTree(text, fatal)
	if required := c.Tree.Get("required-version"); required != nil && required.Kind == Text {
		c.requireVersion(required, version)
	}
	if c.mismatch {
		return c
	}
	v := &validation{text: text, fault: c.fault, operator: c.operatorReport, fatal: fatal}
	v.table(c.Tree, Settings)
	c.read(c.Tree)
	return c
}

// notUTF8 is the place of the first byte that is no part of a character; -1 where there is none.
func notUTF8(text string) int {
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return -1
}

func newConfig(path, name, text string) *Config {
	return &Config{
		Path: path, Name: name, Text: text, table: &operatorTable{}, Severity: map[codes.Code]codes.Severity{}, Off: map[codes.Code]bool{},
		Contracts: map[string][]contract.Clause{},
		source:    sync.OnceValue(func() *sourcefile.Source { return sourcefile.TextOf(path, name, text) }),
	}
}

// read takes over what a valid text says.
func (c *Config) read(root *Node) {
	for _, e := range root.Entries {
		switch e.Name {
		case "baseline":
			c.readBaseline(e.Value)
		case "cost":
			c.readCosts(e.Value)
		case "ignore":
			c.readIgnore(e.Value)
		case "operators":
			c.readOperators(e.Value)
		case "paths":
			c.readPaths(e.Value)
		case "python":
			c.readPython(e.Value)
		case "ranges":
			c.readRanges(e.Value)
		case "rules":
			c.readRules(e.Value)
		case "severity":
			c.readSeverities(e.Value)
		}
	}
}

func (c *Config) readSeverities(table *Node) {
	for _, e := range table.Entries {
		if isRuleCode(e.Name) {
			c.RuleCodes = append(c.RuleCodes, Reference{e.Name, e.Key})
		}
		if e.Value.Text == "off" {
			c.Off[codes.Code(e.Name)] = true
		} else {
			c.Severity[codes.Code(e.Name)] = severities[e.Value.Text]
		}
	}
}

// readIgnore reads patterns in the language of .gitignore.
func (c *Config) readIgnore(list *Node) {
	for _, pattern := range list.Items {
		if rule, ok := gitignore.ParseLine(filepath.Dir(c.Path), pattern.Text); ok {
			c.Ignore = append(c.Ignore, rule)
		}
	}
}

func (c *Config) readBaseline(name *Node) {
	if name.Text == "" {
		c.fault(name.Span, "`baseline` is the file of a baseline, such as \"baseline.json\"")
		return
	}
	c.Baseline, c.BaselineAt = sourcefile.Absolute(filepath.Dir(c.Path), filepath.FromSlash(name.Text)), name.Span
}

// readRules reads the paths of files of rules.
func (c *Config) readRules(list *Node) {
	for _, glob := range list.Items {
		if !doublestar.ValidatePattern(glob.Text) {
			c.fault(glob.Span, "\""+glob.Text+"\" is no pattern of paths")
			continue
		}
		c.Rules = append(c.Rules, Reference{glob.Text, glob.Span})
	}
}

// readPython reads patterns of paths. `**` before an ending is any number of directories.
func (c *Config) readPython(list *Node) {
	for _, glob := range list.Items {
		pattern := anyDepth().ReplaceAllString(glob.Text, "${1}**/*$2")
		if !doublestar.ValidatePattern(pattern) {
			c.fault(glob.Span, "\""+glob.Text+"\" is no pattern of paths")
			continue
		}
		c.Python = append(c.Python, pattern)
	}
}

// anyDepth is `**.py` as a name.
var anyDepth = lazyregexp.New(`(^|/)\*\*([^/*])`)

// FindsPython reports whether a search finds a program in Python.
func (c *Config) FindsPython(path string) bool {
	if c == nil || len(c.Python) == 0 {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(c.Path), path)
	return err == nil && slices.ContainsFunc(c.Python, func(pattern string) bool {
		return doublestar.MatchUnvalidated(pattern, filepath.ToSlash(rel))
	})
}

// readCosts reads, by the names of definitions, what they promise, and what is assumed of sizes.
func (c *Config) readCosts(table *Node) {
	for _, e := range table.Entries {
		if e.Name == "assume" {
			c.readAssumed(e.Value)
			continue
		}
		for _, promise := range e.Value.Entries {
			clause := contract.Clause{Key: promise.Name, Value: promise.Value.Text}
			if err := contract.Check(clause); err != nil {
				c.fault(promise.Value.Span, err.Error())
				continue
			}
			c.Contracts[e.Name] = append(c.Contracts[e.Name], clause)
		}
	}
}

func (c *Config) readAssumed(list *Node) {
	for _, item := range list.Items {
		_, err := assume.Parse([]string{item.Text}, nil)
		if err != nil {
			c.fault(item.Span, err.Error())
			continue
		}
		c.Assume = append(c.Assume, item.Text)
	}
	if _, err := assume.Parse(c.Assume, nil); err != nil {
		c.fault(list.Span, err.Error())
		c.Assume = nil
	}
}

// A Reference is a pattern of paths under the key `rules`, or a code `rule/NAME` in the
// table of severities.
type Reference struct {
	Text string
	Span syntax.Span
}

// RuleKeys are the places in the configuration at which a lint rule has a severity: of
// its name alone.
func (c *Config) RuleKeys(name string) (found []sourcefile.Place) {
	code := string(codes.OfRule(name))
	for _, at := range c.RuleCodes {
		inside := strings.Index(c.Text[at.Span.Start:at.Span.End], code) // after a quote
		if at.Text == code && inside >= 0 {
			end := at.Span.Start + int32(inside+len(code))
			found = append(found, sourcefile.Place{Source: c.Source(), Span: syntax.Span{Start: end - int32(len(name)), End: end}})
		}
	}
	return found
}

// BaselineFault is an error at the place where a configuration names its baseline.
func (c *Config) BaselineFault(message string) error {
	return c.ErrorOf(Fault{Span: c.BaselineAt, Message: message})
}
