package vector

//go:generate go run -C ../../tools/kernels . -dir ../../internal/vector -out ../../internal/vector/kernels_amd64.s -pkg vector

// The sets of instructions that assembly is written for. level is the one that runs.
const (
	plain  = iota // none: Go
	avx2          // AVX2 with FMA
	avx512        // AVX-512 F, BW, DQ and VL
)
