package vector

// Stencil adds to each element i of dst the terms weights[t]·src[offsets[t] + i], in the order
// of t: a plane of a convolution.
func Stencil[T Number](dst, src, weights []T, offsets []int) {
	n := len(dst)
	if n == 0 {
		return
	}
	offsets = offsets[:len(weights)]
	for _, o := range offsets {
		_ = src[o : o+n]
	}
	done := 0
	if level != plain && len(weights) > 0 {
		done = stencilBlocks(dst, src, weights, offsets)
	}
	switch dst := any(dst[done:]).(type) {
	case []float32:
		for t, w := range any(weights).([]float32) {
			for i, x := range any(src[offsets[t]+done:][:len(dst)]).([]float32) {
				dst[i] = fma(w, x, dst[i])
			}
		}
	case []float64:
		for t, w := range any(weights).([]float64) {
			for i, x := range any(src[offsets[t]+done:][:len(dst)]).([]float64) {
				dst[i] += float64(w * x)
			}
		}
	case []T:
		for t, w := range weights {
			for i, x := range src[offsets[t]:][:len(dst)] {
				dst[i] += w * x
			}
		}
	}
}

// stencilParts are the numbers of blocks that assembly takes at a time.
const (
	longPart  = 4
	shortPart = 1
)

// stencilBlocks does whole blocks, and gives how many elements they are.
func stencilBlocks[T Number](dst, src, weights []T, offsets []int) int {
	switch dst := any(dst).(type) {
	case []float32:
		src, weights := any(src).([]float32), any(weights).([]float32)
		const lanes = blockBytes / 4
		n := len(dst) / (longPart * lanes)
		if n > 0 {
			stencil32x4(n, &dst[0], &src[0], len(weights), &weights[0], &offsets[0])
		}
		done := n * longPart * lanes
		if n := len(dst)/lanes - done/lanes; n > 0 {
			stencil32x1(n, &dst[done], &src[done], len(weights), &weights[0], &offsets[0])
			done += n * lanes
		}
		return done
	case []float64:
		src, weights := any(src).([]float64), any(weights).([]float64)
		const lanes = blockBytes / 8
		n := len(dst) / (longPart * lanes)
		if n > 0 {
			stencil64x4(n, &dst[0], &src[0], len(weights), &weights[0], &offsets[0])
		}
		done := n * longPart * lanes
		if n := len(dst)/lanes - done/lanes; n > 0 {
			stencil64x1(n, &dst[done], &src[done], len(weights), &weights[0], &offsets[0])
			done += n * lanes
		}
		return done
	}
	return 0
}
