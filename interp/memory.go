package interp

import (
	"runtime/debug"
	"runtime/metrics"
)

// Tune sets Go's collector for a process that does nothing but run programs:
// it collects less often, unless memory (bytes, 0 for no bound) is short.
func Tune(memory int64) {
	debug.SetGCPercent(400)
	if memory > 0 {
		debug.SetMemoryLimit(memory)
	}
}

// alive is how many bytes the collector found in use when it last ran: what is
// dead since must not count as in use before a run.
func alive() uint64 { return metric("/gc/heap/live:bytes") }

// inUse is how many bytes objects take that were not yet found to be dead.
func inUse() uint64 { return metric("/memory/classes/heap/objects:bytes") }

func metric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
