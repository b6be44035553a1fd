//go:build !unix

package disk

import "os"

func openNow(path string) (*os.File, error) { return os.Open(path) }
