package bounds

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// NetworkMetrics are the values of --metric for which definitions are taken as networks.
var NetworkMetrics = map[string]network.Metric{
	"macs": network.MultiplyAdds, "params": network.Parameters, "bytes": network.Bytes,
}

// WriteNetworks writes what one run of each network costs; of its layers so many, 0 for all.
func WriteNetworks(con *console.Console, format string, all []cost.Network, m network.Metric, top int) error {
	if format == "json" {
		return writeNetworksJSON(con, all, m, top)
	}
	return writeNetworksText(con, all, m, top)
}

// dearest are the first layers of a report; 0 represents all.
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

// A networkText writes what one network costs, for readers.
type networkText struct {
	io.Writer
	*cost.Network
	metric network.Metric
}

func writeNetworksText(con *console.Console, all []cost.Network, m network.Metric, top int) error {
	heads := output.FileHeads{Several: slices.ContainsFunc(all, func(n cost.Network) bool { return n.Source != all[0].Source })}
	for i := range all {
		w := networkText{con.Stdout, &all[i], m}
		con.Stdout.WriteString(heads.Next(w.Place))
		if w.Report == nil {
			fmt.Fprintf(w, "%s : unknown: %s\n", w.Name, unreported)
			continue
		}
		fmt.Fprintf(w, "%s : %s\n", w.Name, w.total(m))
		w.summary()
		w.table(top)
	}
	return nil
}

// counted names what a metric counts.
var counted = [...]string{
	network.MultiplyAdds: "multiply-adds", network.Bytes: "bytes moved", network.Parameters: "parameters",
}

func (w networkText) total(m network.Metric) string { return w.figure(w.Totals[m], counted[m]) }

// figure is a count of something, or why it is not known.
func (w networkText) figure(f network.Figure, of string) string {
	if f.Why != nil {
		return "unknown " + of + ": " + f.Why.Message + w.reasonPlace(f.Why)
	}
	return fmt.Sprintf("%s %s%s", f.Size, of, rounded(f.Size))
}

func (w networkText) reasonPlace(r *network.Reason) string {
	if place, ok := w.At(r.Item, r.Node); ok {
		return " (" + placeText(place) + ")"
	}
	return ""
}

func placeText(p workspace.Place) string { return output.At(p) }

// magnitudes are the prefixes of thousands.
var magnitudes = []string{"", " k", " M", " G", " T", " P", " E"}

// rounded is a large number in short.
func rounded(d types.Dim) string {
	n, ok := d.Const()
	if !ok || n < 10_000 {
		return ""
	}
	return " (" + short(n) + ")"
}

// short is a number of four digits at most, in thousands of thousands.
func short(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	x, i := float64(n), 0
	for ; x >= 999.95; i++ {
		x /= 1000
	}
	return fmt.Sprintf("%.1f%s", x, magnitudes[i])
}

// summary has what is not asked for too: the figures are few, and belong together.
func (w networkText) summary() {
	for m := range w.Totals {
		if m := network.Metric(m); m != w.metric {
			fmt.Fprintf(w, "    %s\n", w.total(m))
		}
	}
	if f := w.Statistics; f.Why == nil && !f.Size.IsConst(0) {
		fmt.Fprintf(w, "    %s of the parameters are running statistics\n", f.Size)
	}
	fmt.Fprintf(w, "    %s\n", w.figure(w.WeightBytes, "bytes of parameters"))
	if x, ok := intensity(w.Report); ok && x > 0 {
		fmt.Fprintf(w, "    %.2f operations a byte moved, two for each multiply-add\n", x)
	}
	fmt.Fprintf(w, "    %s\n", w.peak())
	fmt.Fprintf(w, "    %s\n", w.inputs())
}

func (w networkText) peak() string {
	text := w.figure(w.Peak.Figure, "bytes of values live at once, besides parameters")
	switch {
	case w.Peak.Why != nil:
		return text
	case w.Peak.Exact:
		return text + ": the least of all orders"
	}
	return text + ": at most, another order may need less"
}

func (w networkText) inputs() string {
	if len(w.Inputs) == 0 {
		return "no inputs: all parameters of the definition are weights"
	}
	var names []string
	for _, in := range w.Inputs {
		names = append(names, in.Name)
	}
	return "inputs " + strings.Join(names, ", ")
}

// table lists the dearest layers.
func (w networkText) table(top int) {
	all := w.Layers(w.metric)
	layers := dearest(all, top)
	if len(layers) == 0 {
		return
	}
	rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(rows, "\n    %s\tshare\toperator\tplace\tresult\n", counted[w.metric])
	oneOf := false
	for _, l := range layers {
		fmt.Fprintf(rows, "    %s\t%s\t%s\t%s\t%s\n", w.cell(l), w.share(l), operatorName(l), w.layerPlace(l), typeText(l.Result))
		oneOf = oneOf || l.OneOf
	}
	rows.Flush()
	if rest := len(all) - len(layers); rest > 0 {
		fmt.Fprintf(w, "    and %d more (--top=0 lists all)\n", rest)
	}
	if oneOf {
		fmt.Fprintf(w, "    * in one of several branches, of which the dearest is not known\n")
	}
	fmt.Fprintln(w)
}

func (w networkText) cell(l network.Layer) string {
	text := "unknown"
	if l.Why == nil {
		text = l.Size.String()
	}
	if l.OneOf {
		text += " *"
	}
	return text
}

func (w networkText) share(l network.Layer) string {
	if share, ok := l.Share(w.Totals[w.metric]); ok {
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return ""
}

// layerPlace is where a layer stands, and how often it is evaluated.
func (w networkText) layerPlace(l network.Layer) string {
	text := "prelude"
	if place, ok := w.At(l.Item, l.Node); ok {
		text = placeText(place)
	}
	if !l.Times.IsConst(1) {
		text += fmt.Sprintf(" × %s", l.Times)
	}
	return text
}

func typeText(t types.Type) string {
	if t == nil {
		return "?"
	}
	return types.String(t)
}

// bars are the dearest layers whose figures are numbers.
func (w networkText) bars(top int) chart.Group {
	if w.Report == nil {
		return chart.Group{}
	}
	g := chart.Group{Title: w.Name + "   " + w.total(w.metric)}
	for _, l := range dearest(w.Layers(w.metric), top) {
		if n, ok := l.Size.Const(); ok && l.Why == nil {
			g.Bars = append(g.Bars, chart.Bar{
				Label: operatorName(l) + "  " + w.layerPlace(l), Text: short(n) + "   " + w.share(l), Value: float64(n),
			})
		}
	}
	return g
}

// PlotNetworks draws the dearest layers of each network as bars.
func PlotNetworks(all []cost.Network, m network.Metric, top int) ([]byte, error) {
	var groups []chart.Group
	for i := range all {
		w := networkText{io.Discard, &all[i], m}
		if g := w.bars(top); len(g.Bars) > 0 {
			groups = append(groups, g)
		}
	}
	if len(groups) == 0 {
		return nil, fmt.Errorf("no layer has a number of %s", counted[m])
	}
	caption := counted[m] + " of the dearest layers"
	if len(groups) > chart.Most {
		caption += fmt.Sprintf(", %d of %d definitions", chart.Most, len(groups))
	}
	return chart.Bars(groups, caption), nil
}
