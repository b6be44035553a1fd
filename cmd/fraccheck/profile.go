package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"github.com/google/pprof/profile"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/interp"
)

// A profileFlag is `--profile` or `--profile=FILE`.
type profileFlag struct {
	asked bool
	file  string
}

// IsBool lets the flag stand without a value.
func (profileFlag) IsBool() bool { return true }

// Decode reads the flag.
func (f *profileFlag) Decode(ctx *kong.DecodeContext) error {
	f.asked = true
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		f.file, _ = ctx.Scan.Pop().Value.(string)
	}
	return nil
}

func (f profileFlag) write(env *environment, results []output.Result) error {
	costs := costsOf(results)
	printCosts(env, costs, results)
	if f.file == "" {
		return nil
	}
	return env.interrupts.whole(func() error { return writePprof(env.path(f.file), costs) })
}

// costsOf adds up by name, dearest first.
func costsOf(results []output.Result) []interp.Cost {
	sums := map[string]interp.Cost{}
	for _, r := range results {
		for _, c := range r.Stats.Profile {
			c.Name = cmp.Or(c.Name, "(expressions)")
			sum := sums[c.Name]
			c.Steps, c.Time, c.Bytes, c.Code = c.Steps+sum.Steps, c.Time+sum.Time, c.Bytes+sum.Bytes, cmp.Or(sum.Code, c.Code)
			sums[c.Name] = c
		}
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b interp.Cost) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(b.Steps, a.Steps), cmp.Compare(a.Name, b.Name))
	})
}

// printCosts writes the table, and what all took together.
func printCosts(env *environment, costs []interp.Cost, results []output.Result) {
	w := tabwriter.NewWriter(env.Stderr, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "time\tsteps\tallocated\t  definition\t")
	for _, c := range costs {
		fmt.Fprintf(w, "%s\t%d\t%d\t  %s\t\n", c.Time.Round(time.Microsecond), c.Steps, c.Bytes, c.Name)
	}
	w.Flush()
	printOperators(env, results)
	var steps, allocated int64
	var elapsed time.Duration
	for _, r := range results {
		steps, allocated, elapsed = steps+r.Stats.Steps, allocated+r.Stats.Allocated, elapsed+r.Stats.Elapsed
	}
	fmt.Fprintf(env.Stderr, "in all: %s, %d steps, %d bytes allocated\n", elapsed.Round(time.Microsecond), steps, allocated)
	printCode(env, costs)
}

// printOperators writes what the operators on tensors took, dearest first.
func printOperators(env *environment, results []output.Result) {
	sums := map[string]interp.OperatorCost{}
	for _, r := range results {
		for _, c := range r.Stats.Operators {
			sum := sums[c.Name]
			c.Calls, c.Time = c.Calls+sum.Calls, c.Time+sum.Time
			sums[c.Name] = c
		}
	}
	if len(sums) == 0 {
		return
	}
	w := tabwriter.NewWriter(env.Stderr, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "time\tcalls\t  operator\t")
	for _, c := range slices.SortedFunc(maps.Values(sums), func(a, b interp.OperatorCost) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
	}) {
		fmt.Fprintf(w, "%s\t%d\t  %s\t\n", c.Time.Round(time.Microsecond), c.Calls, c.Name)
	}
	w.Flush()
}

// longestListing is how many lines of instructions a profile shows.
const longestListing = 60

// printCode writes the instructions of the dearest definition.
func printCode(env *environment, costs []interp.Cost) {
	if len(costs) == 0 || costs[0].Code == "" {
		return
	}
	lines := strings.SplitAfter(strings.TrimSuffix(costs[0].Code, "\n"), "\n")
	fmt.Fprintf(env.Stderr, "\nthe code of %s:\n%s\n", costs[0].Name, strings.Join(lines[:min(len(lines), longestListing)], ""))
	if more := len(lines) - longestListing; more > 0 {
		fmt.Fprintf(env.Stderr, "… and %s more\n", console.Count(more, "line", "lines"))
	}
}

// writePprof writes costs as a profile for `go tool pprof`, with a sample a definition: its
// steps, the bytes that it allocated and its time.
func writePprof(path string, costs []interp.Cost) error {
	p := &profile.Profile{SampleType: []*profile.ValueType{
		{Type: "steps", Unit: "count"}, {Type: "space", Unit: "bytes"}, {Type: "time", Unit: "nanoseconds"},
	}}
	for i, c := range costs {
		f := &profile.Function{ID: uint64(i + 1), Name: c.Name, SystemName: c.Name}
		l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{l}, Value: []int64{c.Steps, c.Bytes, c.Time.Nanoseconds()}})
	}
	if err := disk.WriteStream(path, p.Write); err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	return nil
}
