package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

var commentedOut = regexp.MustCompile(`(?m)^# (\S+ = .*)$`)

// TestTemplate holds that the template is valid, as it is and with all its
// examples taken, and that it mentions every key.
func TestTemplate(t *testing.T) {
	for _, text := range []string{template, commentedOut.ReplaceAllString(template, "$1")} {
		for _, f := range config.Parse("/fraccheck.toml", "fraccheck.toml", text).Findings() {
			if !strings.Contains(f.Message, "required-version") && f.Code != codes.UnknownVersion {
				t.Errorf("%s in\n%s", f.Message, text)
			}
		}
	}
	for _, key := range config.Keys() {
		if !regexp.MustCompile(`(?m)^(# )?\[?` + key + `\b`).MatchString(template) {
			t.Errorf("the template does not speak of %q", key)
		}
	}
}
