package config

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Version is the version of this build: the module's, or `(devel)`.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// requirement is a comparison and a version.
var requirement = lazyregexp.New(`^\s*(>=|<=|>|<|=|==)?\s*v?(\d+(?:\.\d+){0,2})\s*$`)

// holds lists, by comparison, which order of the running to the named version
// it allows.
var holds = map[string]func(order int) bool{
	"":   func(order int) bool { return order >= 0 },
	">=": func(order int) bool { return order >= 0 },
	">":  func(order int) bool { return order > 0 },
	"<=": func(order int) bool { return order <= 0 },
	"<":  func(order int) bool { return order < 0 },
	"=":  func(order int) bool { return order == 0 },
	"==": func(order int) bool { return order == 0 },
}

// versionProblem says why a version does not meet requirements such as
// `>= 1.2, < 2`; it is empty where it does. Of a build without a version
// that is not known (unverifiedVersion).
func versionProblem(required, version string) string {
	for part := range strings.SplitSeq(required, ",") {
		match := requirement().FindStringSubmatch(part)
		if match == nil {
			return fmt.Sprintf("%q is no version requirement; write \">= 1.2\" or \">= 1.2, < 2\"", required)
		}
		running, ok := parseVersion(version)
		if ok && !holds[match[1]](compareVersions(running, match[2])) {
			return fmt.Sprintf("fraccheck %s is required, and this is %s; install one that fits, or change `required-version`", strings.TrimSpace(required), version)
		}
	}
	return ""
}

// releaseVersion is a module version; what follows the three numbers does not
// count.
var releaseVersion = lazyregexp.New(`^v?(\d+\.\d+\.\d+)`)

func parseVersion(version string) (string, bool) {
	match := releaseVersion().FindStringSubmatch(version)
	if match == nil || strings.HasPrefix(version, "v0.0.0-") {
		return "", false
	}
	return match[1], true
}

// compareVersions compares as many numbers as the second version names.
func compareVersions(running, named string) int {
	have := strings.Split(running, ".")
	for i, want := range strings.Split(named, ".") {
		a, _ := strconv.Atoi(have[i])
		b, _ := strconv.Atoi(want)
		if order := cmp.Compare(a, b); order != 0 {
			return order
		}
	}
	return 0
}

// A build that was never released has no version. Whether it meets what a
// configuration requires cannot be determined, which is said once for each configuration:
// who reads that nothing was found must know that another build may find more.

// unverifiedVersion is the finding in a fraccheck.toml that requires a version, at the
// place that an error names.
func unverifiedVersion(c *Config, name, text, required string, at error) *sourcefile.Finding {
	source := sourcefile.TextOf(c.Path, name, text)
	place := sourcefile.Place{Source: source}
	if e := (*Error)(nil); errors.As(configError(name, text, at), &e) {
		line := source.Lines.LineSpan(e.Line)
		start := min(line.Start+int32(e.Column-1), line.End)
		value, _, _ := strings.Cut(text[start:line.End], "#")
		place.Span = syntax.Span{Start: start, End: start + int32(len(strings.TrimRight(value, "\"' \t\r")))}
	}
	return &sourcefile.Finding{
		Place: place, Item: -1, Code: codes.UnknownVersion, Severity: codes.UnknownVersion.DefaultSeverity(),
		Message: fmt.Sprintf("fraccheck %s is required, and this build has no version to compare", strings.TrimSpace(required)),
		Notes:   []string{"It was built from source (`" + Version() + "`). A released build has a version."},
	}
}
