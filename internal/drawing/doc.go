// Package drawing makes pictures of programs: which boxes there are, what lies in which,
// and what leads where. How that looks is the matter of package drawing/page.
//
// The dataflow graph of an item (package graph) goes in (Of), and a tree of boxes comes
// out, with wires between them: the same graph gives the same picture. A value has one
// box, however often it is used. A block is a frame within the box of the value that
// opens it, and holds what its evaluation computes (graph.Graph.Place). Constants,
// names, and in long parameter lists what is used once are written into the box that
// needs them; projections are ends of wires.
//
// A picture is for people, so what is long is made short, in this order (Shorten):
// layers that follow each other and are built alike become one box that says how often
// (fold.go); operators that each serve the next one alone become rows of one box
// (fold.go); what is still too much becomes boxes that count their operators
// (summary.go).
//
// Trees of types (TypeTrees) are pictures of another kind: see package types for what
// they consist of.
//
// Read picture.go first, then build.go.
package drawing
