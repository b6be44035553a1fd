package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
)

// A worstCase says for which definition and sizes the worst input is wanted.
type worstCase struct {
	Worst string   `placeholder:"@NAME" help:"Search for the arguments of --size for which a call of this definition costs the most."`
	Size  []string `sep:"none" placeholder:"SIZES" help:"With --worst, the sizes of the arguments by the names that bounds have for them, such as '|l|=8,n=3'."`
}

// worstSteps are the steps of the runs of a search where the command line gives none.
const worstSteps = 5_000_000

// worst searches for the worst input of a definition.
func (c *costCommand) worst(env *environment, metrics bounds.MetricList) error {
	if c.Verify || c.Plot != "" || len(c.Assume) > 0 {
		return errors.New("--worst is about runs of certain sizes; leave out --verify, --plot and --assume")
	}
	sizes, err := readSizes(c.Size)
	if err != nil {
		return err
	}
	subject, err := c.worstSubject(env, metrics)
	if err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	limited, cancel := limited(ctx, c.Timeout)
	defer cancel()
	o := trial.Options{Steps: cmp.Or(c.MaxSteps, worstSteps), Stop: func() bool { return limited.Err() != nil }}
	found, err := subject.WorstInput(metrics[0].Kind, sizes, o)
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return fmt.Errorf("--worst %s: %w", c.Worst, err)
	}
	return bounds.WriteWorst(&env.Console, c.Format, subject.Cost, found, metrics[0])
}

// worstSubject is the one definition of the name.
func (c *costCommand) worstSubject(env *environment, metrics bounds.MetricList) (found bounds.Tried, err error) {
	all, _, err := c.bound(env, metrics)
	if err != nil {
		return found, err
	}
	n := 0
	for _, cost := range all {
		if cost.Name == c.Worst || cost.Name == "@"+c.Worst {
			found = cost
			n++
		}
	}
	switch {
	case n == 0:
		return found, fmt.Errorf("--worst %s: no definition has this name", c.Worst)
	case n > 1:
		return found, fmt.Errorf("--worst %s: %d definitions have this name; name the file of one of them", c.Worst, n)
	}
	return found, nil
}

// readSizes reads equations between names of sizes and numbers.
func readSizes(texts []string) (map[string]int64, error) {
	sizes := map[string]int64{}
	for _, text := range texts {
		for equation := range strings.SplitSeq(text, ",") {
			name, number, found := strings.Cut(equation, "=")
			name = strings.TrimPrefix(strings.TrimSpace(name), "%")
			n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
			if !found || name == "" || err != nil || n < 0 || n > math.MaxInt32 {
				return nil, fmt.Errorf("--size %s: `%s` is not a size; expected its name and a number from 0 to 2147483647, as in `|l|=8`", text, equation)
			}
			if known, given := sizes[name]; given && known != n {
				return nil, fmt.Errorf("--size %s: `%s` is given twice", text, name)
			}
			sizes[name] = n
		}
	}
	return sizes, nil
}
