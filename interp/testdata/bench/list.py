def build(n):
    l = None
    while n:
        l = (n, l)
        n -= 1
    return l
def each(f, l):
    out = None
    rest = []
    while l:
        rest.append(f(l[0]))
        l = l[1]
    while rest:
        out = (rest.pop(), out)
    return out
def reverse(l):
    done = None
    while l:
        done = (l[0], done)
        l = l[1]
    return done
def total(l):
    s = 0
    while l:
        s += l[0]
        l = l[1]
    return s
assert total(reverse(each(lambda x: x + 1, build(1000000)))) == 500001500000
