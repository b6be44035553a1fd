//go:build !unix

package wire

import (
	"errors"
	"os"
)

// mapBytes maps no file here; it is read.
func mapBytes(*os.File, int) ([]byte, func(), error) {
	return nil, nil, errors.ErrUnsupported
}
