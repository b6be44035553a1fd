//go:build !unix && !windows

package main

import "os"

// columnsOf is how wide a terminal is: that is not known here.
func columnsOf(*os.File) int { return 0 }
