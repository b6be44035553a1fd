package resource

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// LowerLimit is debug.SetMemoryLimit where there is no lower limit, such as GOMEMLIMIT.
func LowerLimit(bytes int64) {
	if bytes < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(bytes)
	}
}

// RespectSystem has the collector work harder where this process may have little memory: by its
// own limits, or by those of the group of processes (a container) that it is in. What Go
// has besides its heap (stacks, what is freed and not given back) takes the rest.
func RespectSystem() {
	if room := Room(); room < math.MaxInt64 {
		LowerLimit(int64(heldMemory()) + room/10*7)
	}
	if memory := MachineMemory(); memory > 0 {
		LowerLimit(memory / 10 * 9)
	}
}

// littleMemory is below which limit of Go's memory, in bytes, work is done on one thread and
// nothing is read ahead: what waits beside what is worked on may be as large.
const littleMemory = 1 << 30

// Scarce reports whether the process may have less than that.
func Scarce() bool { return debug.SetMemoryLimit(-1) < littleMemory }

// Interval is the time between two looks at the memory of the process.
const Interval = 50 * time.Millisecond

// Watch does something when the process takes more than so many bytes.
func Watch(finished <-chan struct{}, most int64, exceeded func()) {
	for tick := time.Tick(Interval); ; {
		select {
		case <-finished:
			return
		case <-tick:
		}
		if heldMemory() > uint64(most) {
			exceeded()
			return
		}
	}
}

// heldMemory is how many bytes the process has from the system.
func heldMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
