package sequence

// Diff counts the elements that two sequences share at their start, and of the
// others those that they share at their end. Parts that one took over from the
// other are recognized without looking at their elements; others are compared by
// same.
func Diff[T, S any, M Measure[T, S]](a, b Seq[T, S, M], same func(x, y T) bool) (prefix, suffix int) {
	prefix = common(a.root, b.root, min(a.Len(), b.Len()), same, false)
	if a.Len() == b.Len() && prefix == a.Len() {
		return prefix, 0
	}
	return prefix, common(a.root, b.root, min(a.Len(), b.Len())-prefix, same, true)
}

// common counts up to most elements that two trees share from their start, or,
// in reverse, from their end. It keeps for each tree the subtrees that are still
// to be compared, the next one last, and cuts the larger of the two next ones
// until both are the same node or leaves.
func common[T, S any](a, b *node[T, S], most int, same func(x, y T) bool, reverse bool) int {
	count := 0
	as, bs := pending[T, S]{reverse: reverse}, pending[T, S]{reverse: reverse}
	as.push(a)
	bs.push(b)
	for count < most {
		x, y := as.pop(), bs.pop()
		switch {
		case x == y || x.sharesElements(y):
			count += x.len
		case x.left != nil && (x.len >= y.len || y.left == nil):
			as.pushHalves(x)
			bs.push(y)
		case y.left != nil:
			as.push(x)
			bs.pushHalves(y)
		default:
			n := min(x.len, y.len)
			xs, ys := as.take(x, n), bs.take(y, n)
			for i := range n {
				if reverse {
					i = n - 1 - i
				}
				if !same(xs[i], ys[i]) {
					return min(count, most)
				}
				count++
			}
		}
	}
	return min(count, most)
}

// sharesElements reports whether two leaves are the same part of one slice.
func (n *node[T, S]) sharesElements(o *node[T, S]) bool {
	return n.left == nil && o.left == nil && n.len == o.len && &n.elements[0] == &o.elements[0]
}

// pending are the subtrees that are still to be compared, the next one last.
type pending[T, S any] struct {
	nodes   []*node[T, S]
	reverse bool
}

func (p *pending[T, S]) push(n *node[T, S]) { p.nodes = append(p.nodes, n) }

func (p *pending[T, S]) pop() *node[T, S] {
	n := p.nodes[len(p.nodes)-1]
	p.nodes = p.nodes[:len(p.nodes)-1]
	return n
}

func (p *pending[T, S]) pushHalves(n *node[T, S]) {
	if p.reverse {
		p.nodes = append(p.nodes, n.left, n.right)
	} else {
		p.nodes = append(p.nodes, n.right, n.left)
	}
}

// take is the next n elements of a leaf; the others are put back.
func (p *pending[T, S]) take(l *node[T, S], n int) []T {
	next, rest := l.elements[:n], l.elements[n:]
	if p.reverse {
		next, rest = l.elements[l.len-n:], l.elements[:l.len-n]
	}
	if len(rest) > 0 {
		p.push(&node[T, S]{elements: rest, len: len(rest), height: 1})
	}
	return next
}
