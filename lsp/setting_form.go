package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/spelling"
)

// A settingForm is what the values of a setting look like: their type in JSON Schema,
// what a message calls them, and how one is read into the place of the setting.
// A value that does not fit leaves the place alone; parts of one that mean
// nothing are problems.
type settingForm struct {
	schema string
	called string
	read   func(value, into any) (problems []string, fits bool)
}

var (
	booleanForm  = settingForm{"boolean", "true or false", readBoolean}
	wholeForm    = settingForm{"integer", "a whole number that is not negative", readWhole}
	secondsForm  = settingForm{"number", "a number of seconds that is not negative", readSeconds}
	severityForm = settingForm{"object", "a table of codes and severities", readSeverities}
)

func readBoolean(value, into any) ([]string, bool) {
	b, ok := value.(bool)
	if ok {
		*into.(*bool) = b
	}
	return nil, ok
}

// readNumber is a value that is one, and not negative. Some clients write whole
// numbers with a fraction or an exponent.
func readNumber(value any) (float64, bool) {
	n, _ := value.(json.Number)
	f, err := n.Float64()
	return f, err == nil && f >= 0
}

func readWhole(value, into any) ([]string, bool) {
	f, ok := readNumber(value)
	if !ok || f != math.Trunc(f) || f > 1<<53 {
		return nil, false
	}
	switch into := into.(type) {
	case *int64:
		*into = int64(f)
	case *int:
		*into = int(min(f, math.MaxInt32))
	}
	return nil, true
}

func readSeconds(value, into any) ([]string, bool) {
	f, ok := readNumber(value)
	if ok {
		*into.(*time.Duration) = time.Duration(min(f, math.MaxInt32) * float64(time.Second))
	}
	return nil, ok
}

// readSeverities leaves out the entries that mean nothing.
func readSeverities(value, into any) (problems []string, fits bool) {
	entries, ok := value.(map[string]any)
	if !ok {
		return nil, false
	}
	read := map[string]string{}
	for _, code := range slices.Sorted(maps.Keys(entries)) {
		severity, _ := entries[code].(string)
		switch {
		case !knownCode(code):
			problems = append(problems, "there is no code `"+code+"`"+didYouMean(code, explain.Codes()))
		case !slices.Contains(severityNames, severity):
			problems = append(problems, fmt.Sprintf("the severity of `%s` is one of error, warning, info, hint, off", code))
		default:
			read[code] = severity
		}
	}
	*into.(*map[string]string) = read
	return problems, true
}

// didYouMean asks whether another name was meant.
func didYouMean(written string, known []string) string {
	if near, ok := spelling.Nearest(written, known); ok {
		return "; did you mean `" + near + "`?"
	}
	return ""
}
