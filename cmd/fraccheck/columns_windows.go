package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// columnsOf is how wide a terminal is; 0 where it does not say.
func columnsOf(terminal *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(terminal.Fd()), &info); err != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
