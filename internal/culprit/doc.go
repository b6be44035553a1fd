// Package culprit finds out what ends a process that Go cannot keep alive.
//
// A process that works carefully writes down what it looks at before it looks
// (Record): a file, an item, a request. Whoever started it reads that when the
// process has died (Book), and tells the next one to leave it out.
//
// The record is one small file that holds what is being looked at now; what was
// written survives the process, whatever ended it, on every system.
package culprit
