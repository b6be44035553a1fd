package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

var commentedOut = regexp.MustCompile(`(?m)^# (\S+ = .*)$`)

// TestTemplate holds that the template is valid, as it is and with all its
// examples taken, and that it speaks of every key.
func TestTemplate(t *testing.T) {
	for _, text := range []string{template, commentedOut.ReplaceAllString(template, "$1")} {
		if _, err := config.Parse("/fraccheck.toml", "fraccheck.toml", text); err != nil && !strings.Contains(err.Error(), "required-version") {
			t.Errorf("%v in\n%s", err, text)
		}
	}
	for _, key := range config.Keys() {
		if !regexp.MustCompile(`(?m)^(# )?\[?` + key + `\b`).MatchString(template) {
			t.Errorf("the template does not speak of %q", key)
		}
	}
}
