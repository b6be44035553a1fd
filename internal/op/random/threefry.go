package random

import "math/bits"

// Threefry with four words of 64 bits and 20 rounds (Salmon et al., Parallel random numbers:
// as easy as 1, 2, 3, 2011): block n of a key is a function of key and n, so that cores make
// blocks in any order.
//
// The state of a generator, which operators call a key, is ten words: four of the key proper,
// and four of the number of the next block, the lowest first. The last two are not read. The
// numbers are not those that TVM draws of the same state.

// A block is four words.
type block [blockWords]uint64

// rotations are by how many bits words are rotated in a round, eight rounds in turn.
var rotations = [8][2]int{{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}}

// parity makes a fifth word of the key, so that no key has only zeros.
const parity = 0x1BD11BDAA9FC1A22

// threefry encrypts a counter with a key.
func threefry(key, counter block) block {
	words := [5]uint64{key[0], key[1], key[2], key[3], parity ^ key[0] ^ key[1] ^ key[2] ^ key[3]}
	x := counter
	for i := range x {
		x[i] += words[i]
	}
	for round := range 20 {
		a, b := 1, 3
		if round%2 == 1 {
			a, b = 3, 1
		}
		x[0] += x[a]
		x[a] = bits.RotateLeft64(x[a], rotations[round%8][0]) ^ x[0]
		x[2] += x[b]
		x[b] = bits.RotateLeft64(x[b], rotations[round%8][1]) ^ x[2]
		if round%4 == 3 {
			shift := round/4 + 1
			for i := range x {
				x[i] += words[(shift+i)%5]
			}
			x[3] += uint64(shift)
		}
	}
	return x
}

// A generator is the state.
type generator struct{ key, counter block }

// stateWords is the length of a state.
const stateWords = 10

// generatorOf reads a state of stateWords words.
func generatorOf(state []uint64) (g generator) {
	copy(g.key[:], state)
	copy(g.counter[:], state[blockWords:])
	return g
}

// ahead is the generator n blocks later.
func (g generator) ahead(n uint64) generator {
	carry := n
	for i := range g.counter {
		g.counter[i], carry = bits.Add64(g.counter[i], carry, 0)
	}
	return g
}

// block is block n from here on.
func (g generator) block(n uint64) block { return threefry(g.key, g.ahead(n).counter) }

// split makes two generators, whose keys are blocks that drawing does not reach before 2^255
// others.
func (g generator) split() (left, right generator) {
	far := g
	far.counter[blockWords-1] ^= 1 << 63
	return generator{key: far.block(0)}, generator{key: far.block(1)}
}
