// Package browse writes pictures (package drawing) as pages that a reader moves in: one HTML
// file that asks for nothing from elsewhere.
//
// A View goes in: a picture in which nothing is left out (drawing.Picture.Gather and Nest, not
// Shorten), and what is known of its boxes. Page writes it, or two of them side by side with
// what changed. Everything that comes from a program is data in the page, which its script
// inserts as text; a Content-Security-Policy allows that script and that style alone.
//
// The layers of each frame and their order are found here (local.go, layered.Graph.Order), in
// near linear time. Places are found in the page (assets/layout.js), since they depend on which
// frames are open. The page draws on a canvas what is on the screen (assets/draw.js).
//
// Read view.go first, then local.go and encode.go; of the page assets/main.js.
package browse
