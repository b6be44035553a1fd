//go:build !linux

package main

import "math"

// confine does nothing here: the interpreter's own limits remain.
func confine(uint64) {}

// confineData does nothing here.
func confineData(uint64) {}

// rlimitRoom is not known here.
func rlimitRoom() int64 { return math.MaxInt64 }

// descendantsMemory is not known here.
func descendantsMemory() (int64, int) { return 0, 0 }

// machineMemory is not known here.
func machineMemory() int64 { return 0 }
