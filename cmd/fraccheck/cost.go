package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/fraccheck/fraccheck/complexity/lower"
	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

type costCommand struct {
	input
	Metric string   `enum:"ops,tick,macs,params,bytes" default:"ops" help:"What is counted: ops (scalar operations, calls, constructors, projections and branches, one each) or tick (calls of definitions); of networks macs (multiply-adds), params (elements of weights) or bytes (moved)."`
	Format string   `enum:"text,json" default:"text" help:"How costs are written: text or json."`
	Assume []string `sep:"none" placeholder:"SIZES" help:"Assume values of sizes and extents, such as 'N=1,seq=128', relations between them, such as 'n >= m', or a value of every extent that is not known, '?=1'; may be repeated."`
	worstCase
	Top int `default:"10" placeholder:"N" help:"Of networks, how many of the dearest layers are listed; 0 for all."`
	costTrial
}

func (c *costCommand) Run(env *environment) error {
	if err := c.assumable(); err != nil {
		return err
	}
	if m, ok := bounds.NetworkMetrics[c.Metric]; ok {
		if c.Verify {
			return fmt.Errorf("--verify holds bounds against runs; with --metric %s there are none", c.Metric)
		}
		return c.networks(env, m)
	}
	if err := c.drawable(); err != nil {
		return err
	}
	metrics := bounds.Metrics[c.Metric]
	if c.Worst != "" {
		return c.worst(env, metrics)
	}
	costs, files, err := c.bound(env, metrics)
	if err != nil {
		return err
	}
	if c.Verify || c.Plot != "" {
		ctx, stop := env.interruptible()
		defer stop()
		if c.try(ctx, env, costs, metrics); ctx.Err() != nil {
			return errInterrupted
		}
	}
	if c.Plot != "" {
		if err := c.writePlot(env)(bounds.PlotTrials(costs, metrics[0])); err != nil {
			return err
		}
	}
	if err := bounds.Write(&env.Console, c.Format, costs, metrics, files, c.Verify); err != nil {
		return err
	}
	if bounds.Exceeded(costs, metrics) {
		return errFound
	}
	return nil
}

// assumable is an error where what is assumed cannot be read, or cannot be used.
func (c *costCommand) assumable() error {
	if len(c.Assume) > 0 && c.Verify {
		return errors.New("--verify runs definitions on arguments of all sizes; leave out --assume")
	}
	if _, err := assume.Parse(c.Assume, nil); err != nil {
		return fmt.Errorf("--assume: %w", err)
	}
	return nil
}

// assumed is what is assumed of the sizes in a file. Bounds that are to be verified hold for
// all sizes.
func (c *costCommand) assumed(s *workspace.Snapshot, path string) (*assume.Set, error) {
	if c.Verify {
		return nil, nil
	}
	return cost.Assumed(s, path, c.Assume)
}

// known is an error where a name in --assume is none of those that are known.
func (c *costCommand) known(names []string) error {
	assumed, _ := assume.Parse(c.Assume, nil)
	if err := assumed.Check(names); err != nil {
		return fmt.Errorf("--assume: %w", err)
	}
	return nil
}

// bound derives the costs of all definitions, of so many files.
func (c *costCommand) bound(env *environment, metrics bounds.MetricList) (costs []bounds.Tried, files int, err error) {
	snapshot, paths, err := c.open(env)
	if err != nil {
		return nil, 0, err
	}
	ctx, stop := env.interruptible()
	defer stop()
	var names []string
	session := lower.NewSession()
	for _, path := range paths {
		c.Assume = cost.InProgram(snapshot, path, c.Assume)
		assumed, err := c.assumed(snapshot, path)
		if err != nil {
			return nil, 0, err
		}
		found, err := cost.All(snapshot, path, assumed, metrics.Wanted()...)
		if err != nil {
			return nil, 0, err
		}
		for _, cost := range found {
			tried := bounds.Tried{Cost: cost}
			if c.Worst == "" {
				tried.Lower = cost.BoundBelow(ctx, session)
			}
			costs = append(costs, tried)
			names = append(names, cost.Names()...)
		}
	}
	if ctx.Err() != nil {
		return nil, 0, errInterrupted
	}
	return costs, len(paths), c.known(names)
}

// A costTrial says how bounds are held against runs.
type costTrial struct {
	Verify   bool          `help:"Run the definitions on arguments that grow, and hold what the runs cost against the bounds."`
	MaxSteps int           `name:"max-steps" placeholder:"N" help:"How many steps the runs of one definition take in all (default: 1000000, with --worst 5000000)."`
	Timeout  time.Duration `placeholder:"D" help:"Stop trying definitions after this time, such as 1m (default: none)."`
	Plot     string        `placeholder:"FILE" help:"Draw what --verify measures, and the bounds, or the dearest layers of networks: an SVG, FILE ends in .svg."`
}

// verifySteps are the steps of the runs of one definition where the command line gives none.
const verifySteps = 1_000_000

// largestArgument is how large arguments get, if the steps last so long.
const largestArgument = 1024

// try tries the definitions that have a bound. It leaves off where it is interrupted.
func (c *costTrial) try(ctx context.Context, env *environment, costs []bounds.Tried, metrics bounds.MetricList) {
	limited, cancel := limited(ctx, c.Timeout)
	defer cancel()
	o := trial.Options{Steps: cmp.Or(c.MaxSteps, verifySteps), Size: largestArgument, Stop: func() bool { return limited.Err() != nil }}
	p := env.progress("Trying")
	defer p.end()
	for i := range costs {
		if metrics.Bounded(costs[i].Cost) && limited.Err() == nil {
			costs[i].Trial = costs[i].Try(o)
		}
		p.show(i+1, len(costs))
	}
}

// drawable is an error where the plot's file has another ending than that of its format.
func (c *costTrial) drawable() error {
	if c.Plot != "" && filepath.Ext(c.Plot) != ".svg" {
		return fmt.Errorf("--plot %s: plots are written as SVG, to files that end in .svg", c.Plot)
	}
	return nil
}

// writePlot writes the plot's file, or says why there is nothing to draw.
func (c *costTrial) writePlot(env *environment) func(picture []byte, err error) error {
	return func(picture []byte, err error) error {
		if err != nil {
			return fmt.Errorf("--plot %s: there is nothing to draw, since %w", c.Plot, err)
		}
		if err := env.writeFile(env.path(c.Plot), picture); err != nil {
			return fmt.Errorf("cannot write the plot %s: %w", c.Plot, disk.Cause(err))
		}
		return nil
	}
}

// networks reports on what one run of each network costs.
func (c *costCommand) networks(env *environment, m network.Metric) error {
	if err := c.drawable(); err != nil {
		return err
	}
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	var all []cost.Network
	var names []string
	for _, path := range paths {
		c.Assume = cost.InProgram(snapshot, path, c.Assume)
		assumed, err := c.assumed(snapshot, path)
		if err != nil {
			return err
		}
		found, err := cost.Networks(snapshot, path, assumed)
		if err != nil {
			return err
		}
		for _, n := range found {
			if all = append(all, n); n.Report != nil {
				names = append(names, n.Names()...)
			}
		}
	}
	if err := c.known(names); err != nil {
		return err
	}
	if c.Plot != "" {
		if err := c.writePlot(env)(bounds.PlotNetworks(all, m, c.Top)); err != nil {
			return err
		}
	}
	return bounds.WriteNetworks(&env.Console, c.Format, all, m, c.Top)
}
