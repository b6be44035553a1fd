package graph

// Build makes the graph of a typed tree anew.
var Build = build
