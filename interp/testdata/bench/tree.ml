type color = Red | Black
type set = Leaf | Node of color * set * int * set
let balance color left key right = match color, left, key, right with
  | Black, Node (Red, Node (Red, a, x, b), y, c), z, d
  | Black, Node (Red, a, x, Node (Red, b, y, c)), z, d
  | Black, a, x, Node (Red, Node (Red, b, y, c), z, d)
  | Black, a, x, Node (Red, b, y, Node (Red, c, z, d)) -> Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
  | _ -> Node (color, left, key, right)
let rec place x set = match set with
  | Leaf -> Node (Red, Leaf, x, Leaf)
  | Node (color, left, key, right) ->
    if x < key then balance color (place x left) key right
    else if key < x then balance color left key (place x right) else set
let insert x set = match place x set with Node (_, l, k, r) -> Node (Black, l, k, r) | Leaf -> Leaf
let wrap n = let m = n land 0xffffffff in if m >= 0x80000000 then m - 0x100000000 else m
let rec fill n x set = if n = 0 then set else fill (n - 1) (wrap (x * 1103515245 + 12345)) (insert x set)
let rec count set = match set with Leaf -> 0 | Node (_, l, _, r) -> 1 + count l + count r
let () = assert (count (fill 100000 1 Leaf) = 100000)
