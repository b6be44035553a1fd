// Package literal is about numbers as they are written: the dtype that a number has by its
// text, whether it fits a dtype, and how it is written at another one.
//
// Values are exact: an integer is a big.Int, a decimal a big.Rat, so that a fix never changes
// the number that it rewrites.
package literal
