//go:build !linux

package main

// confine does nothing here: the interpreter's own limits remain.
func confine(uint64) {}

// confineData does nothing here.
func confineData(uint64) {}

// machineMemory is not known here.
func machineMemory() int64 { return 0 }
