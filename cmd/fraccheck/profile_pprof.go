package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/interp"
)

// A message is a protocol buffer that is being written (the format of
// profile.proto in github.com/google/pprof).
type message struct{ bytes.Buffer }

func (m *message) varint(n uint64) { m.Write(binary.AppendUvarint(nil, n)) }

func (m *message) number(field int, n int64) {
	m.varint(uint64(field) << 3)
	m.varint(uint64(n))
}

func (m *message) bytes(field int, b []byte) {
	m.varint(uint64(field)<<3 | 2)
	m.varint(uint64(len(b)))
	m.Write(b)
}

// Fields of a Profile and of what it is made of.
const (
	profileSampleType, profileSample, profileLocation, profileFunction, profileString = 1, 2, 4, 5, 6

	typeName, typeUnit               = 1, 2
	sampleLocation, sampleValue      = 1, 2
	locationID, locationLine         = 1, 4
	lineFunction                     = 1
	functionID, functionName, sysTag = 1, 2, 3
)

// writePprof writes costs as a profile with a sample a definition: its steps,
// the bytes that it allocated and its time.
func writePprof(path string, costs []interp.Cost) error {
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	zipped.Write(pprofOf(costs))
	if err := zipped.Close(); err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	if err := disk.Write(path, out.Bytes()); err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	return nil
}

func pprofOf(costs []interp.Cost) []byte {
	var p message
	texts := []string{"", "steps", "count", "space", "bytes", "time", "nanoseconds"}
	for _, t := range [][2]int64{{1, 2}, {3, 4}, {5, 6}} {
		var m message
		m.number(typeName, t[0])
		m.number(typeUnit, t[1])
		p.bytes(profileSampleType, m.Bytes())
	}
	for i, c := range costs {
		id := int64(i + 1)
		p.bytes(profileSample, sampleOf(id, c))
		p.bytes(profileLocation, locationOf(id))
		p.bytes(profileFunction, functionOf(id, int64(len(texts))))
		texts = append(texts, c.Name)
	}
	for _, text := range texts {
		p.bytes(profileString, []byte(text))
	}
	return p.Bytes()
}

func sampleOf(id int64, c interp.Cost) []byte {
	var m message
	m.number(sampleLocation, id)
	for _, n := range []int64{c.Steps, c.Bytes, c.Time.Nanoseconds()} {
		m.number(sampleValue, n)
	}
	return m.Bytes()
}

func locationOf(id int64) []byte {
	var line, m message
	line.number(lineFunction, id)
	m.number(locationID, id)
	m.bytes(locationLine, line.Bytes())
	return m.Bytes()
}

func functionOf(id, name int64) []byte {
	var m message
	m.number(functionID, id)
	m.number(functionName, name)
	m.number(sysTag, name)
	return m.Bytes()
}
