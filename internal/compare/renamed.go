package compare

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A renaming is a file that another name denotes in the new version.
type renaming struct {
	Old string `json:"old"`
	New string `json:"new"`

	alike float64
}

// As in git, a file that came is one that went where half of what both have is alike, and
// where many came and went, only those are found that did not change.
const (
	leastAlike = 0.5
	mostPaired = 10_000 // pairs of files
)

// findRenamed are the files of one side alone that are the same. Pairs are taken greedily, the most
// alike first, each file once, as git does; to maximize the sum of likenesses (an assignment problem)
// would sometimes prefer two middling pairs to a perfect one, which no reader would expect.
//
// Equal texts are found by a map, in O(files); others by comparing all with all, and only where that
// is at most mostPaired pairs.
func findRenamed(old, now *diffSide) []renaming {
	gone, came := without(old.texts, now.texts), without(now.texts, old.texts)
	pairs := sameTexts(old, now, gone, came)
	if len(gone)*len(came) <= mostPaired {
		pairs = append(pairs, alikeTexts(old, now, gone, came)...)
	}
	slices.SortStableFunc(pairs, func(a, b renaming) int {
		return cmp.Or(-cmp.Compare(a.alike, b.alike), cmp.Compare(a.Old, b.Old), cmp.Compare(a.New, b.New))
	})
	var found []renaming
	left, taken := map[string]bool{}, map[string]bool{}
	for _, p := range pairs {
		if !left[p.Old] && !taken[p.New] {
			left[p.Old], taken[p.New] = true, true
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b renaming) int { return cmp.Compare(a.New, b.New) })
	return found
}

// without are the names that one side has and the other has not, in order.
func without(texts, other map[string]string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(texts)), func(name string) bool {
		_, both := other[name]
		return both
	})
}

// sameTexts are pairs of files with one text; of several with the same, each is in one pair.
func sameTexts(old, now *diffSide, gone, came []string) (pairs []renaming) {
	named := map[string][]string{}
	for _, name := range gone {
		named[old.texts[name]] = append(named[old.texts[name]], name)
	}
	for _, name := range came {
		if same := named[now.texts[name]]; len(same) > 0 {
			pairs = append(pairs, renaming{same[0], name, 1})
			named[now.texts[name]] = same[1:]
		}
	}
	return pairs
}

// alikeTexts are pairs of files whose texts are alike and not equal.
func alikeTexts(old, now *diffSide, gone, came []string) (pairs []renaming) {
	lines := map[string]map[string]int{}
	for _, name := range came {
		lines[name] = linesOf(now.texts[name])
	}
	for _, was := range gone {
		before := linesOf(old.texts[was])
		for _, is := range came {
			if a := likeness(before, lines[is]); a >= leastAlike && a < 1 {
				pairs = append(pairs, renaming{was, is, a})
			}
		}
	}
	return pairs
}

// linesOf counts the lines of a text that are not empty.
func linesOf(text string) map[string]int {
	found := map[string]int{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			found[line]++
		}
	}
	return found
}

// likeness is the part of the lines of two texts that both have, by their bytes. With a(l) and b(l) how
// often a line l is in each,
//
//	likeness = 2 · Σ min(a(l), b(l)) · |l|  /  Σ (a(l) + b(l)) · |l|
//
// which is Dice's coefficient of two multisets: 1 for the same lines in any order, 0 for none in common.
func likeness(a, b map[string]int) float64 {
	both, all := 0, 0
	for line, n := range a {
		both += 2 * min(n, b[line]) * len(line)
		all += n * len(line)
	}
	for line, n := range b {
		all += n * len(line)
	}
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}

// rename gives files of the old side the names that they have now.
func (s *diffSide) rename(renamed []renaming) {
	now := map[string]string{}
	for _, r := range renamed {
		now[r.Old] = r.New
	}
	for i := range s.remarks {
		if name, ok := now[s.remarks[i].key]; ok {
			s.remarks[i].key = name
		}
	}
	costs := map[definitionKey]*sideCost{}
	for key, cost := range s.costs {
		if name, ok := now[key.file]; ok {
			key.file = name
		}
		costs[key] = cost
	}
	s.costs = costs
}
