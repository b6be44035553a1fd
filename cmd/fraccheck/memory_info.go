package main

import (
	"io/fs"
	"time"
)

// memoryInfo describes a file or a directory of memoryFiles.
type memoryInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i memoryInfo) Name() string      { return i.name }
func (i memoryInfo) Size() int64       { return i.size }
func (i memoryInfo) Mode() fs.FileMode { return i.mode }
func (memoryInfo) ModTime() time.Time  { return time.Time{} }
func (i memoryInfo) IsDir() bool       { return i.mode.IsDir() }
func (memoryInfo) Sys() any            { return nil }
