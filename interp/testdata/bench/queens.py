def safe(q, d, rest):
    while rest:
        h, rest = rest
        if q == h or q == h + d or q == h - d:
            return False
        d += 1
    return True
def place(n, k, q, board):
    if k == 0:
        return 1
    if q > n:
        return 0
    if safe(q, 1, board):
        return place(n, k - 1, 1, (q, board)) + place(n, k, q + 1, board)
    return place(n, k, q + 1, board)
assert sum(place(8, 8, 1, None) for _ in range(20)) == 1840
