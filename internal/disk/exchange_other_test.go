//go:build !linux && !darwin

package disk

const exchanges = false
