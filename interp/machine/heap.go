package machine

import (
	"runtime/metrics"
)

// liveBytes is how many bytes the collector found in use when it last ran: what is
// dead since must not count as in use before a run.
func liveBytes() uint64 { return metric("/gc/heap/live:bytes") }

// bytesInUse is how many bytes objects take that were not yet found to be dead.
func bytesInUse() uint64 { return metric("/memory/classes/heap/objects:bytes") }

func metric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
