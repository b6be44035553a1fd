package contract_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/contract"
)

func version(work string, sizes string, meanings ...string) contract.Version {
	v := contract.Version{Bounds: map[string]string{"work": work}, Sizes: strings.Fields(sizes), Where: map[string]string{}}
	for i, s := range v.Sizes {
		v.Where[s] = meanings[i]
	}
	return v
}

// TestCompare holds orders of bounds whose parameters have other names.
func TestCompare(t *testing.T) {
	list := func(name string) string { return "constructors of List[int32] with fields in %" + name }
	value := func(name string) string { return "the value of %" + name + ", counted from 0" }
	byName := version("n^2", "n", value("n"))
	byName.Sizes = nil
	for _, c := range []struct {
		old, now    contract.Version
		want, sizes string
	}{
		{version("2*|x|", "|x|", list("x")), version("5*|l| + 3", "|l|", list("l")), "grows alike", ""},
		{version("2*|x|", "|x|", list("x")), version("|l|^2", "|l|", list("l")), "grows more", "|l|"},
		{version("|x|*log(|x|)", "|x|", list("x")), version("|x|", "|x|", list("x")), "grows less", ""},
		{version("n", "n m", value("n"), value("m")), version("b", "a b", value("a"), value("b")), "incomparable", "b"},
		{version("n", "n", value("n")), version("|n|", "|n|", list("n")), "incomparable", "|n|"},
		{version("n", "n", value("n")), version("n*m", "n m", value("n"), value("m")), "grows more", "m"},
		{version("n", "n", value("n")), byName, "grows more", "n"},
		{version("0", ""), version("7", ""), "grows alike", ""},
	} {
		got, err := contract.Compare(c.old, c.now, "work")
		if err != nil || got.Order.String() != c.want || strings.Join(got.Sizes, " ") != c.sizes {
			t.Errorf("%v to %v: got %v in %v, %v, want %s in %s", c.old, c.now, got.Order, got.Sizes, err, c.want, c.sizes)
		}
	}
	extents := func(v contract.Version, places ...contract.Extent) contract.Version {
		v.Extents = map[string]contract.Extent{}
		for i, at := range places {
			v.Extents[v.Sizes[i]] = at
		}
		return v
	}
	at := func(parameter string, index, k int) contract.Extent {
		return contract.Extent{Parameter: parameter, Index: index, At: k}
	}
	for _, c := range []struct {
		old, now    contract.Version
		want, sizes string
	}{
		{extents(version("3*N", "N", "the extent N of %x"), at("x", 0, 0)), extents(version("4*b", "b", "the extent b of %x"), at("x", 0, 0)), "grows alike", ""},
		{extents(version("N^2*M", "N M", "", ""), at("x", 0, 0), at("x", 0, 1)), extents(version("M^2*N", "N M", "", ""), at("x", 0, 1), at("x", 0, 0)), "grows alike", ""},
		{extents(version("N^2*M", "N M", "", ""), at("x", 0, 0), at("y", 1, 0)), extents(version("N^2*M", "M N", "", ""), at("y", 0, 0), at("x", 1, 0)), "grows alike", ""},
		{extents(version("N", "N", ""), at("x", 0, 0)), extents(version("b", "b", ""), at("x", 0, 1)), "incomparable", "b"},
		{extents(version("N", "N", ""), at("x", 0, 0)), extents(version("b*k", "b k", "", value("k")), at("z", 0, 0)), "grows more", "k"},
	} {
		got, err := contract.Compare(c.old, c.now, "work")
		if err != nil || got.Order.String() != c.want || strings.Join(got.Sizes, " ") != c.sizes {
			t.Errorf("%v to %v: got %v in %v, %v, want %s in %s", c.old, c.now, got.Order, got.Sizes, err, c.want, c.sizes)
		}
	}
	if _, err := contract.Compare(version("x y", ""), version("1", ""), "work"); err == nil {
		t.Error("a bound that is no expression was read")
	}
}
