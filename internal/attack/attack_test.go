//go:build unix

package attack_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/attack"
	"github.com/fraccheck/fraccheck/internal/command"
)

// TestKinds tries every kind, small; with ATTACK set, large.
func TestKinds(t *testing.T) {
	binary := build(t)
	only := regexp.MustCompile(os.Getenv("ATTACK_ONLY"))
	var sum summary
	for _, k := range attack.All() {
		if only.MatchString(k.Name) {
			t.Run(k.Name, func(t *testing.T) { sum.add(k.Name, attempt(t, binary, k)) })
		}
	}
	t.Log(sum.String())
}

// attempt runs all commands of a kind.
func attempt(t *testing.T, binary attack.Binary, k attack.Kind) []attack.Trial {
	large := os.Getenv("ATTACK") != ""
	in := attack.Folder(t.TempDir())
	if err := k.Make(in, k.Sized(large)); err != nil {
		t.Fatal(err)
	}
	var trials []attack.Trial
	for _, command := range k.Runs() {
		trial := binary.Try(in, command, k, k.Bounds(large))
		for _, wrong := range trial.Wrong {
			t.Errorf("%s: %s", strings.Join(command, " "), wrong)
		}
		trials = append(trials, trial)
	}
	return trials
}

// build makes the binary that is attacked.
func build(t *testing.T) attack.Binary {
	path, err := command.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return attack.Binary(path)
}

// A summary is the last line of the report.
type summary struct {
	kinds, runs, exceed int
	slowest, largest    worst
}

// A worst is the run that took most of something.
type worst struct {
	what   string
	amount int64
}

func (w *worst) see(what string, amount int64) {
	if amount > w.amount {
		*w = worst{what, amount}
	}
}

// String says how the attack went, such as `38 kinds, 152 runs, 0 exceed`.
func (s *summary) String() string {
	return fmt.Sprintf("%d kinds, %d runs, %d exceed; slowest %.1f s (%s), largest %d MiB (%s)", s.kinds, s.runs, s.exceed,
		time.Duration(s.slowest.amount).Seconds(), s.slowest.what, s.largest.amount>>20, s.largest.what)
}

func (s *summary) add(name string, trials []attack.Trial) {
	s.kinds++
	for _, trial := range trials {
		s.runs++
		if len(trial.Wrong) > 0 {
			s.exceed++
		}
		what := name + ": " + strings.Join(trial.Command, " ")
		s.slowest.see(what, int64(trial.Time))
		s.largest.see(what, trial.Memory)
	}
}
