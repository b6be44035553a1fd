//go:build !linux

package resource

import "math"

// Confine does nothing here: the interpreter's own limits remain.
func Confine(uint64) {}

// ConfineData does nothing here.
func ConfineData(uint64) {}

// Room is not known here.
func Room() int64 { return math.MaxInt64 }

// DescendantsMemory is not known here.
func DescendantsMemory() (int64, int) { return 0, 0 }

// MachineMemory is not known here.
func MachineMemory() int64 { return 0 }
