package machine

import "math"

// What the words of scalar slots hold, and back.

func f32(w uint64) float32    { return math.Float32frombits(uint32(w)) }
func f64(w uint64) float64    { return math.Float64frombits(w) }
func bits32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func bits64(x float64) uint64 { return math.Float64bits(x) }
func wrap32(n int64) uint64   { return uint64(int64(int32(n))) }
