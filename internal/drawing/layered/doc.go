// Package layered lays out directed graphs in layers from the top down: every edge leads
// to a lower layer, crossings are few, and edges that pass a layer have a place in it.
//
// Boxes with sizes and edges between points on their borders go in, places and routes
// come out; the same graph gives the same layout. What a box shows is not known here.
//
// The method is that of Sugiyama, Tagawa and Toda (Methods for visual understanding of
// hierarchical system structures, 1981), in four steps:
//
//  1. rank.go: a layer for each node, by longest paths;
//  2. tracks.go: edges cut into pieces of one layer, with an element wherever one passes;
//  3. order.go: an order of each layer with few crossings, by barycentres;
//  4. place.go: a place in its row for each element, by isotonic regression.
//
// Edges that begin at the same point of a node share their elements, so that a value that is
// used often is one line with branches, and n uses over k layers take k elements, not n·k.
//
// With V nodes, E edges and S elements the work is O(V + E) for the first step, O(S + E) for the
// second, and O(rounds · (S + E) log (S + E)) for the others, whose rounds are constants. S can be
// V·E, so that all steps spend from a Meter, which ends them where the context ends.
//
// wrap.go is no part of the method: it cuts a tall layout into columns.
//
// Read graph.go first.
package layered
