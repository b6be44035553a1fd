package main

import (
	"cmp"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// networkMetrics are the values of --metric for which definitions are taken as networks.
var networkMetrics = map[string]network.Metric{
	"macs": network.MultiplyAdds, "params": network.Parameters, "bytes": network.Bytes,
}

// networkFormats write what networks cost.
var networkFormats = map[string]func(*console.Console, []workspace.Network, network.Metric, int) error{
	"text": writeNetworks, "json": writeNetworksJSON,
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
	var all []workspace.Network
	for _, path := range paths {
		found, err := snapshot.Networks(path)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if c.Plot != "" {
		if err := c.drawNetworks(env, all, m); err != nil {
			return err
		}
	}
	return networkFormats[c.Format](&env.Console, all, m, c.Top)
}

// dearest are the first layers of a report; 0 stands for all.
func dearest(layers []network.Layer, top int) []network.Layer {
	if top <= 0 {
		return layers
	}
	return layers[:min(top, len(layers))]
}

// unreported says why a definition has no report.
const unreported = "it has errors, or no body"

// intensity is how many operations are done for each byte that is moved: a multiply-add
// is two.
func intensity(r *network.Report) (float64, bool) {
	macs, moved := r.Totals[network.MultiplyAdds], r.Totals[network.Bytes]
	if macs.Why != nil || moved.Why != nil {
		return 0, false
	}
	return network.Ratio(macs.Size.Mul(types.Const(2)), moved.Size)
}

// operatorName names what a layer is.
func operatorName(l network.Layer) string { return cmp.Or(l.Operator, "function or constant") }
