package main

import (
	"io/fs"
	"time"
)

// treeInfo describes a file or a directory of treeFiles.
type treeInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i treeInfo) Name() string      { return i.name }
func (i treeInfo) Size() int64       { return i.size }
func (i treeInfo) Mode() fs.FileMode { return i.mode }
func (treeInfo) ModTime() time.Time  { return time.Time{} }
func (i treeInfo) IsDir() bool       { return i.mode.IsDir() }
func (treeInfo) Sys() any            { return nil }
