" Completion in insert mode. ALE's own takes names to be letters, so that of `@inc` and `%x`
" it would look for `inc` and `x` among names that begin otherwise.

" fraccheck#complete#Omni is an omnifunc.
function! fraccheck#complete#Omni(findstart, base) abort
  if a:findstart
    let s:items = s:ask()
    return empty(s:items) ? -3 : s:start(s:items[0])
  endif
  return filter(map(copy(s:items), 's:word(v:val)'), 'stridx(tolower(v:val.word), tolower(a:base)) == 0')
endfunction

" s:rounds is for how many rounds of 2 ms an answer is waited for.
let s:rounds = 2500

" s:ask are the server's items at the cursor; none where a key is pressed meanwhile, and where
" no server runs or it does not answer.
function! s:ask() abort
  let linters = filter(copy(ale#linter#Get(&filetype)), 'v:val.name is# "fraccheck"')
  let answer = {}
  if empty(linters) || !ale#lsp_linter#StartLSP(bufnr(''), linters[0], function('s:send', [answer]))
    return []
  endif
  let left = s:rounds
  while left > 0 && !has_key(answer, 'items') && !complete_check()
    let left -= 1
    sleep 2m
  endwhile
  return get(answer, 'items', [])
endfunction

function! s:send(answer, linter, details) abort
  call ale#lsp#NotifyForChanges(a:details.connection_id, a:details.buffer)
  let message = [0, 'textDocument/completion', {
  \ 'textDocument': {'uri': ale#util#ToURI(expand('#' . a:details.buffer . ':p'))},
  \ 'position': {'line': line('.') - 1, 'character': s:units(strpart(getline('.'), 0, col('.') - 1))},
  \}]
  call ale#lsp_linter#SendRequest(a:details.buffer, 'fraccheck', message, {response -> s:take(a:answer, response)})
endfunction

function! s:take(answer, response) abort
  let result = get(a:response, 'result', [])
  let a:answer.items = type(result) == v:t_dict ? get(result, 'items', []) : type(result) == v:t_list ? result : []
endfunction

" s:start is where the text begins that an item replaces, in bytes.
function! s:start(item) abort
  let edit = get(a:item, 'textEdit', {})
  let range = get(edit, 'range', get(edit, 'insert', {}))
  return empty(range) ? match(strpart(getline('.'), 0, col('.') - 1), '\k*$') : s:byte(getline('.'), range.start.character)
endfunction

" s:units is the length of a text as the protocol counts it, in units of UTF-16.
function! s:units(text) abort
  let units = 0
  for code in str2list(a:text)
    let units += code > 0xffff ? 2 : 1
  endfor
  return units
endfunction

" s:byte is the byte of a line at which so many units end.
function! s:byte(line, units) abort
  let left = a:units
  let bytes = 0
  for code in str2list(a:line)
    if left <= 0
      break
    endif
    let left -= code > 0xffff ? 2 : 1
    let bytes += strlen(nr2char(code, 1))
  endfor
  return bytes
endfunction

function! s:word(item) abort
  return {
  \ 'word': get(get(a:item, 'textEdit', {}), 'newText', get(a:item, 'insertText', a:item.label)),
  \ 'abbr': a:item.label,
  \ 'menu': substitute(get(a:item, 'detail', ''), '\_s\+', ' ', 'g'),
  \ 'icase': 1,
  \}
endfunction
