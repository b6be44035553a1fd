// Package layered lays out directed graphs in layers from the top down: every edge leads
// to a lower layer, crossings are few, and edges that pass a layer have a place in it.
//
// Boxes with sizes and edges between points on their borders go in, places and routes
// come out; the same graph gives the same layout. What a box shows is not known here.
//
// The method is that of Sugiyama, Tagawa and Toda (1981): layers by longest paths
// (rank.go), edges cut into pieces of one layer (tracks.go), orders by medians
// (order.go), places by rows (place.go). Edges that begin at the same point share their
// way, so that a value that is used often is one line with branches. Where a row's boxes
// want to be is met as well as their widths allow, by isotonic regression (Barlow et
// al., 1972).
//
// Read graph.go first.
package layered
