package workspace

import (
	"maps"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// WithSeverities is the snapshot in which severities (by code: error, warning,
// info, hint or off) stand before those of every fraccheck.toml.
func (s *Snapshot) WithSeverities(severities map[string]string) *Snapshot {
	next := s.next(s.files, nil)
	next.configs = newConfigs(s.files, s.root)
	next.configs.over = severities
	next.rules = s.rules.next([]string{ConfigName})
	return next
}

// overridden is a configuration under other severities.
func (c *Config) overridden(over map[string]string) *Config {
	if len(over) == 0 {
		return c
	}
	next := *c
	next.over = over
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
