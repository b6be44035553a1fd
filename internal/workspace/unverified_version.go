package workspace

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A build that was never released has no version. Whether it meets what a
// configuration requires cannot be determined, which is said once for each configuration:
// who reads that nothing was found must know that another build may find more.

// unverifiedVersion is the finding in a fraccheck.toml that requires a version, at the
// place that an error names.
func unverifiedVersion(c *Config, name, text, required string, at error) *Finding {
	source := newSource(c.Path, name, text)
	place := Place{Source: source}
	if e := (*ConfigError)(nil); errors.As(configError(name, text, at), &e) {
		line := source.Lines.LineSpan(e.Line)
		start := min(line.Start+int32(e.Column-1), line.End)
		value, _, _ := strings.Cut(text[start:line.End], "#")
		place.Span = syntax.Span{Start: start, End: start + int32(len(strings.TrimRight(value, "\"' \t\r")))}
	}
	return &Finding{
		Place: place, Item: -1, Code: codes.UnknownVersion, Severity: codes.UnknownVersion.DefaultSeverity(),
		Message: fmt.Sprintf("fraccheck %s is required, and this build has no version to compare", strings.TrimSpace(required)),
		Notes:   []string{"It was built from source (`" + Version() + "`). A released build has a version."},
	}
}

// unverified are the findings of the configurations of files, each once.
func unverified(checks []*fileCheck) (findings []Finding) {
	said := map[string]bool{}
	for _, c := range checks {
		if c.config.unverified != nil && !said[c.config.Path] {
			said[c.config.Path] = true
			findings = append(findings, c.config.apply([]Finding{*c.config.unverified})...)
		}
	}
	return findings
}
