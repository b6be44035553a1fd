package runs

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// A limit is a setting that ends runs.
type limit struct {
	setting string
	reached func(v *request.View) string // "" where the setting sets no limit
}

// limitsByCode are the settings that end runs, by the codes of how these end.
var limitsByCode = map[string]limit{
	"step-limit": {"fraccheck.run.steps", func(v *request.View) string {
		return amount(v.Settings.Run.Steps, grouped(v.Settings.Run.Steps)+" steps")
	}},
	"memory-limit": {"fraccheck.run.memory", func(v *request.View) string {
		return amount(v.Settings.Run.Memory, size(v.Settings.Run.Memory))
	}},
	codeStopped: {"fraccheck.run.timeout", func(v *request.View) string {
		return amount(int64(v.Settings.Run.Timeout), seconds(v.Settings.Run.Timeout))
	}},
}

func amount(n int64, text string) string {
	if n <= 0 {
		return ""
	}
	return text
}

// limited says of a run that a setting ended which limit that is, how much it lets a run take, and
// how it is raised.
func limited(v *request.View, e *worker.Error) *worker.Error {
	if e == nil {
		return nil
	}
	l, known := limitsByCode[e.Code]
	if !known {
		return e
	}
	most := l.reached(v)
	if most == "" {
		return e
	}
	named := *e
	named.Setting = l.setting
	named.Message = fmt.Sprintf("%s; the setting `%s` sets this limit, %s: raise it, or set 0 for none", e.Message, l.setting, most)
	return &named
}

// grouped writes a number with commas between its thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, groups...), ",")
}

// size writes a number of bytes with four digits.
func size(bytes int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	x, unit := float64(bytes), 0
	for x >= 1024 && unit < len(units)-1 {
		x, unit = x/1024, unit+1
	}
	return strconv.FormatFloat(x, 'g', 4, 64) + " " + units[unit]
}

func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'g', 4, 64) + " s"
}
