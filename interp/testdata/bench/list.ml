let rec build n l = if n = 0 then l else build (n - 1) (n :: l)
let rec each f l = match l with [] -> [] | h :: t -> f h :: each f t
let rec reverse l don = match l with [] -> don | h :: t -> reverse t (h :: don)
let rec total l = match l with [] -> 0 | h :: t -> h + total t
let () = assert (total (reverse (each (fun x -> x + 1) (build 1000000 [])) []) = 500001500000)
