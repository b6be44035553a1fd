// Command kernels writes the assembly of internal/vector: `go generate ./internal/vector`.
//
// Each file has one family of functions, with the algorithm above it. A function is written
// once for both sets of instructions (isa.go): AVX2 with FMA, and AVX-512. Plain Go in
// internal/vector defines what each computes, to the bit.
//
// Assembly is called by Go that has checked the lengths: whole blocks lie in the slices.
package main

import (
	"flag"
	"io"
	"log"
	"os"
	"path/filepath"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	dir := flag.String("dir", ".", "write the files of Go into `directory`")
	flag.Parse() // the flag -out is avo's
	ConstraintExpr("amd64,!purego")
	for _, s := range []isa{avx2, avx512} {
		products(s)
		rows(s)
		transposes(s)
		dots(s)
		stencils(s)
		arithmetic(s)
		elementary(s)
		folds(s)
		normalizations(s)
	}
	write(*dir, "coefficients.go", writeCoefficients)
	write(*dir, "dispatch_amd64.go", func(w io.Writer) error { return writeDispatch(w, false) })
	write(*dir, "dispatch_plain.go", func(w io.Writer) error { return writeDispatch(w, true) })
	Generate()
}

func write(dir, name string, content func(io.Writer) error) {
	file, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		log.Fatal(err)
	}
	if err := content(file); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
