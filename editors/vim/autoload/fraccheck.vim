" What programs and files of rules have in common: the server for ALE, and how they are written.

" fraccheck#Define tells ALE of the server for a type of files.
function! fraccheck#Define(filetype) abort
  call ale#linter#Define(a:filetype, {
  \ 'name': 'fraccheck',
  \ 'lsp': 'stdio',
  \ 'executable': {buffer -> fraccheck#Executable(buffer)},
  \ 'command': '%e lsp',
  \ 'project_root': function('s:root'),
  \})
endfunction

" fraccheck#Executable is the command: a setting of the buffer or of all, or `fraccheck` on the PATH.
function! fraccheck#Executable(buffer) abort
  return getbufvar(a:buffer, 'fraccheck_executable', get(g:, 'fraccheck_executable', 'fraccheck'))
endfunction

" s:root is the folder that the server looks at: the nearest one with a fraccheck.toml or a
" repository, or that of the file.
function! s:root(buffer) abort
  let own = expand('#' . a:buffer . ':p:h')
  for folder in ale#path#Upwards(own)
    if filereadable(folder . '/fraccheck.toml') || getftype(folder . '/.git') isnot# ''
      return folder
    endif
  endfor
  return own
endfunction

" fraccheck#Setup sets the options of a buffer, and says once what is missing.
function! fraccheck#Setup() abort
  setlocal commentstring=#\ %s comments=:#,:// expandtab shiftwidth=2 softtabstop=2
  " `%x`, `@f` and `nn.relu` are words.
  setlocal iskeyword=@,48-57,_,192-255,%,@-@,.
  let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< iskeyword< omnifunc<'
  if exists('g:loaded_ale')
    setlocal omnifunc=fraccheck#complete#Omni
    if !exists('b:ale_fixers')
      let b:ale_fixers = ['ale#fixers#fraccheck#Fix']
      let b:undo_ftplugin .= ' | unlet! b:ale_fixers'
    endif
    call s:missing(fraccheck#Executable(bufnr('')))
  endif
endfunction

function! s:missing(executable) abort
  if executable(a:executable) || exists('s:told')
    return
  endif
  let s:told = 1
  echohl WarningMsg
  echomsg 'There is no program `' . a:executable . '`: put fraccheck on the PATH, or its path into g:fraccheck_executable.'
  echohl None
endfunction
