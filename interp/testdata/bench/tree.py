RED, BLACK = 0, 1
def balance(color, left, key, right):
    if color == BLACK:
        if left is not None and left[0] == RED:
            _, l, y, r = left
            if l is not None and l[0] == RED:
                return (RED, (BLACK, l[1], l[2], l[3]), y, (BLACK, r, key, right))
            if r is not None and r[0] == RED:
                return (RED, (BLACK, l, y, r[1]), r[2], (BLACK, r[3], key, right))
        if right is not None and right[0] == RED:
            _, l, z, r = right
            if l is not None and l[0] == RED:
                return (RED, (BLACK, left, key, l[1]), l[2], (BLACK, l[3], z, r))
            if r is not None and r[0] == RED:
                return (RED, (BLACK, left, key, l), z, (BLACK, r[1], r[2], r[3]))
    return (color, left, key, right)
def place(x, s):
    if s is None:
        return (RED, None, x, None)
    color, left, key, right = s
    if x < key:
        return balance(color, place(x, left), key, right)
    if key < x:
        return balance(color, left, key, place(x, right))
    return s
def insert(x, s):
    _, l, k, r = place(x, s)
    return (BLACK, l, k, r)
def wrap(n):
    n &= 0xffffffff
    return n - 0x100000000 if n >= 0x80000000 else n
def count(s):
    return 0 if s is None else 1 + count(s[1]) + count(s[3])
s, x = None, 1
for _ in range(100000):
    s = insert(x, s)
    x = wrap(x * 1103515245 + 12345)
assert count(s) == 100000
