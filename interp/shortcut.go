package interp

import "sync/atomic"

// A shortcut is a way of evaluation that gives what plain evaluation gives,
// sooner. Whether one was taken shows in no result, so runs count them: the
// tests of a shortcut hold that they test it.
type shortcut uint8

const (
	chainFused     shortcut = iota // elementwise operators in one pass
	elementsFused                  // a function on blocks of elements
	chunksFused                    // chunks of a reduction side by side
	productsJoined                 // one product of matrices for all elements
	bindingsForked                 // bindings side by side
	layersWaved                    // scans along diagonals
	shortcutCount
)

// A tally counts the shortcuts taken in a program's runs.
type tally [shortcutCount]atomic.Int64

func (m *machine) took(s shortcut) { m.program.taken[s].Add(1) }
