let rec safe q d rest = match rest with
  | [] -> true
  | h :: t -> q <> h && q <> h + d && q <> h - d && safe q (d + 1) t
let rec place n k q board =
  if k = 0 then 1
  else if q > n then 0
  else if safe q 1 board then place n (k - 1) 1 (q :: board) + place n k (q + 1) board
  else place n k (q + 1) board
let rec times k total = if k = 0 then total else times (k - 1) (total + place 8 8 1 [])
let () = assert (times 20 0 = 1840)
