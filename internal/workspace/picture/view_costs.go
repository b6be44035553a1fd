package picture

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/browse"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// addCosts adds what the items cost, and the memory of the first of them over time.
func addCosts(v *browse.View, s *workspace.Snapshot, path string, items []drawing.Item, assumed *assume.Set) error {
	networks, err := cost.Networks(s, path, assumed)
	if err != nil {
		return err
	}
	timed := false
	for i, item := range items {
		at := slices.IndexFunc(networks, func(n cost.Network) bool { return n.Report != nil && n.Name == item.Name })
		if at < 0 {
			continue
		}
		report := networks[at].Report
		for metric := range network.Metric(3) {
			if total := report.Totals[metric]; total.Why == nil {
				addCost(v.Facts, browse.Key{Item: i}, metric, amount(total.Size))
				f := v.Facts[browse.Key{Item: i}]
				f.Whole = true
				v.Facts[browse.Key{Item: i}] = f
			}
			for _, l := range report.Layers(metric) {
				if l.Item == item.Graph.Info.Item && l.Why == nil {
					addCost(v.Facts, browse.Key{Item: i, Node: l.Node}, metric, amount(l.Size))
				}
			}
		}
		addCalls(v.Facts, i, report)
		addMemory(v, i, report.Timeline(), !timed)
		timed = true
	}
	if !timed {
		v.Memory.Why = "The cost of what is drawn is not known: `show graph` without a name draws what `cost` reports on."
	}
	return nil
}

// amount is a figure as a number, and as a formula if it depends on sizes.
func amount(d types.Dim) browse.Amount {
	if n, ok := d.Const(); ok {
		return browse.Amount{Number: float64(n)}
	}
	n, err := d.Expr().Eval(func(*symbolic.Symbol) (int64, bool) { return 1, true })
	if err != nil {
		n = 0
	}
	return browse.Amount{Number: float64(n), Formula: d.String()}
}

// addCost adds a layer to the facts of its call. A call that is looked at for several shapes has
// several layers.
func addCost(facts map[browse.Key]browse.Facts, key browse.Key, metric network.Metric, a browse.Amount) {
	f := facts[key]
	to := map[network.Metric]*browse.Amount{network.MultiplyAdds: &f.MultiplyAdds, network.Bytes: &f.Bytes, network.Parameters: &f.Parameters}[metric]
	switch {
	case to.Formula == "" && to.Number == 0:
		to.Formula = a.Formula
	case to.Formula != "" || a.Formula != "":
		to.Formula += " + " + a.Formula
	}
	to.Number += a.Number
	facts[key] = f
}

// addCalls adds what calls and branches cost together with what they evaluate.
func addCalls(facts map[browse.Key]browse.Facts, item int, report *network.Report) {
	for metric := range network.Parameters {
		for _, l := range report.Calls(metric) {
			key := browse.Key{Item: item, Node: l.Node}
			if l.Why == nil {
				addCost(facts, key, metric, amount(l.Size))
			}
			f := facts[key]
			f.Whole = true
			facts[key] = f
		}
	}
}

// addMemory adds the memory of results, and the timeline if it is that of the page.
func addMemory(v *browse.View, item int, t network.Timeline, shown bool) {
	if shown {
		v.Memory = browse.Timeline{}
		switch {
		case t.Why != nil:
			v.Memory.Why = "The memory is not known: " + t.Why.Message + "."
		case t.AtOne:
			v.Memory.Unit = "1"
		default:
			if _, constant := t.Unit.Const(); !constant {
				v.Memory.Unit = t.Unit.String()
			}
		}
	}
	unit := amount(t.Unit).Number
	for _, m := range t.Moments {
		key := browse.Key{Item: item, Node: m.Node}
		f := v.Facts[key]
		f.Memory = float64(m.Made) * unit
		v.Facts[key] = f
		if shown {
			v.Memory.Moments = append(v.Memory.Moments, browse.Moment{Of: key, Live: float64(m.Live)})
		}
	}
}
