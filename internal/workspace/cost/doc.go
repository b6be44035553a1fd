// Package cost has the costs of the definitions of a file, in their places: bounds of calls, and
// the work of one run of a network.
package cost
