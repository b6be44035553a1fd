package config

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
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

// requireVersion compares the version of this build to the one that is required. A build that was
// never released has no version. Whether it meets what a configuration requires cannot be
// determined, which is a finding: who reads that nothing was found must know that another build may
// find more.
func (c *Config) requireVersion(required *Node, version string) {
	if problem := versionProblem(required.Text, version); problem != "" {
		c.mismatch = true
		c.note(&c.fatal, Fault{Code: codes.ConfigurationError, Span: required.Span, Message: problem})
	} else if _, known := parseVersion(version); !known {
		c.note(&c.Faults, Fault{
			Code: codes.UnknownVersion, Span: required.Span,
			Message: fmt.Sprintf("fraccheck %s is required, and this build has no version to compare", strings.TrimSpace(required.Text)),
			Notes:   []string{"It was built from source (`" + Version() + "`). A released build has a version."},
		})
	}
}
