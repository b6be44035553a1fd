package qnn

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
)

func TestReference(t *testing.T) { kerneltest.Run(t, Ops(), "testdata/reference.jsonl") }
