package main

import "github.com/fraccheck/fraccheck/internal/codes"

// A tone is how a word of a report looks.
type tone int

const (
	bold tone = iota
	red
	yellow
	blue
	cyan
)

// A palette gives each tone its terminal sequence.
type palette map[tone]string

var (
	plain   = palette{}
	colours = palette{bold: "\x1b[1m", red: "\x1b[1;31m", yellow: "\x1b[1;33m", blue: "\x1b[34m", cyan: "\x1b[36m"}
)

// uncoloured ends a tone.
const uncoloured = "\x1b[0m"

func (p palette) paint(t tone, text string) string {
	if p[t] == "" || text == "" {
		return text
	}
	return p[t] + text + uncoloured
}

var severityTones = map[codes.Severity]tone{
	codes.Error: red, codes.Warning: yellow, codes.Info: blue, codes.Hint: cyan,
}
