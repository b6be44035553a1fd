// Package bounds writes what calling a definition costs: the bounds of package complexity with
// what trials measured of them, and what one run of a network takes, as text, JSON and plots.
//
// A Metric ties the name of a column ("work") to the measure of package complexity. What is not
// known is written as "unknown: " and the reason, with the place that it is about, and in JSON
// as null beside an Unknown: a reader must be able to tell a small bound from none.
//
// The JSON is docs/schema/cost.schema.json; `fraccheck diff` reads it back (Definition).
//
// Read bound.go first; trial.go has what --verify measured, network.go the metrics of networks.
package bounds
