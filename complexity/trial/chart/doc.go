// Package chart draws what trials came to: for each definition the measured costs and
// the bound on logarithmic axes, many small panels on one page. It draws bars too, for
// figures that are compared with each other.
//
// Panels go in, an SVG comes out, with colours for light and dark screens; the same
// panels give the same bytes. What is drawn and how it is called, the caller chooses.
//
// Read page.go first, then panel.go; ticks.go labels the axes. bars.go is separate.
package chart
