" ale#fixers#fraccheck#Fix lays a buffer out in the one style of the language. Of a text with
" syntax errors nothing comes back, and ALE leaves it as it is.
function! ale#fixers#fraccheck#Fix(buffer) abort
  let name = fnamemodify(bufname(a:buffer), ':t')
  return {'command': ale#Escape(fraccheck#Executable(a:buffer)) . ' fmt ' . (empty(name) ? '' : '--stdin-name=' . ale#Escape(name) . ' ') . '-'}
endfunction
