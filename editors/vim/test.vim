" Drives Vim with ALE, the plugin beside this file and nothing of the user's own:
" test.sh starts it. Results are written to the file that RESULTS names.
set nocompatible noswapfile hidden nomore virtualedit=onemore encoding=utf-8
let s:here = expand('<sfile>:p:h')
if empty($ALE)
  packadd ale
else
  let &runtimepath = $ALE . ',' . &runtimepath
endif
let &runtimepath = s:here . ',' . &runtimepath
let g:ale_lint_delay = 0
let g:ale_hover_to_preview = 1
let g:fraccheck_executable = $FRACCHECK
runtime! plugin/ale.vim
filetype plugin on
syntax on

" s:until waits until a function gives something.
function! s:until(what, Is) abort
  for _ in range(600)
    let got = a:Is()
    if !empty(got)
      return got
    endif
    sleep 50m
  endfor
  throw a:what . ' never came'
endfunction

" s:open edits a new file with some text, and gives the first finding about it.
function! s:open(name, lines) abort
  let path = s:folder . '/' . a:name
  call writefile(a:lines, path)
  execute 'edit' fnameescape(path)
  return s:until('a finding', {-> ale#engine#GetLoclist(bufnr(''))})[0]
endfunction

let s:tests = {}

function! s:tests.finding() abort
  let found = s:open('a.frac', ['def @inc(%x: int32) -> int32 { %x + 1 }', '@inc(True)'])
  call assert_equal('frac', &filetype)
  call assert_equal(2, found.lnum)
  call assert_equal(6, found.col)
  call assert_equal('E', found.type)
  call assert_match('argument 1 of `@inc` has the wrong dtype', found.text)
endfunction

function! s:tests.edit() abort
  call s:open('b.frac', ['@gone(1)'])
  call setline(1, '1 + 1')
  call ale#Queue(0)
  call s:until('the end of the finding', {-> empty(ale#engine#GetLoclist(bufnr('')))})
endfunction

function! s:tests.rules() abort
  let found = s:open('c.fracrule', ['find @pairs { match { nn.relu(%x }'])
  call assert_equal('fracrule', &filetype)
  call assert_equal(1, found.lnum)
endfunction

function! s:tests.definition() abort
  call s:open('d.frac', ['def @inc(%x: int32) -> int32 { %x + 1 }', '', '@inc(True)'])
  call cursor(3, 2)
  ALEGoToDefinition
  call s:until('the definition', {-> line('.') == 1})
endfunction

function! s:tests.hover() abort
  call s:open('e.frac', ['def @inc(%x: int32) -> int32 { %x + 1 }', '@inc(1)', '@gone(1)'])
  call cursor(2, 2)
  ALEHover
  call s:until('the hover', {-> filter(range(1, winnr('$')), {_, w -> getwinvar(w, '&previewwindow')})})
  wincmd P
  call assert_match('fn(int32) -> int32', join(getline(1, '$'), "\n"))
  pclose
endfunction

function! s:tests.rename() abort
  call writefile(['import "f.frac"', '@inc(2)'], s:folder . '/g.frac')
  call s:open('f.frac', ['def @inc(%x: int32) -> int32 { %x + 1 }', '@inc(1)', '@gone(1)'])
  call cursor(1, 6)
  call feedkeys("\<C-u>@add\<CR>", 't')
  ALERename
  call s:until('the new name', {-> getline(2) is# '@add(1)'})
  call s:until('the new name in the other file', {-> getbufline(bufnr(s:folder . '/g.frac'), 2) ==# ['@add(2)']})
endfunction

function! s:tests.completion() abort
  call s:open('h.frac', ['def @increase(%x: int32) -> int32 { %x + 1 }', '@inc'])
  call assert_equal('fraccheck#complete#Omni', &omnifunc)
  call cursor(2, 5)
  call assert_equal(['@increase'], s:completed())
endfunction

" A variable, after letters that UTF-16 and bytes count otherwise.
function! s:tests.completion_of_variables() abort
  call s:open('m.frac', ['def @f(%first: int32) -> int32 { /* é𝄞 */ %fi }', '@gone(1)'])
  call cursor(1, strlen(getline(1)) - 1)
  call assert_equal(['%first'], s:completed())
endfunction

" s:completed are the words for the one before the cursor, which may be after the line.
function! s:completed() abort
  let start = fraccheck#complete#Omni(1, '')
  let base = getline('.')[start : col('.') - 2]
  return start < 0 ? [] : map(fraccheck#complete#Omni(0, base), 'v:val.word')
endfunction

function! s:tests.format() abort
  call s:open('i.frac', ['def @inc( %x:int32)->int32 {%x+1}', '@gone(1)'])
  ALEFix
  call s:until('the layout', {-> getline(1, 2) ==# ['def @inc(%x: int32) -> int32 {', '  %x + 1']})
endfunction

function! s:tests.quick_fix() abort
  call s:open('n.frac', ['def @inc(%x: int32) -> int32 { %x + 1f }'])
  call cursor(1, 37)
  call feedkeys("1\<CR>", 't')
  ALECodeAction
  call s:until('the fix', {-> getline(1) is# 'def @inc(%x: int32) -> int32 { %x + 1 }'})
endfunction

function! s:tests.colours() abort
  edit j.frac
  call setline(1, ['def @f() -> int32 { 1 }'])
  syntax sync fromstart
  call assert_equal('fracItem', synIDattr(synID(1, 1, 1), 'name'))
  call assert_equal('fracGlobal', synIDattr(synID(1, 5, 1), 'name'))
endfunction

" Without the program there is one sentence.
function! s:tests.missing() abort
  let g:fraccheck_executable = '/nowhere/fraccheck'
  edit k.frac
  edit l.frac
  call assert_equal(-3, fraccheck#complete#Omni(1, ''))
  let g:fraccheck_executable = $FRACCHECK
  let told = execute('messages')
  call assert_equal(1, count(told, 'There is no program `/nowhere/fraccheck`'), told)
endfunction

" s:all runs the tests, each in a folder of its own. Buffers stay: ALE fails where one is
" gone when its server answers.
function! s:all() abort
  let [results, failed] = [[], 0]
  for name in sort(keys(s:tests))
    let s:folder = tempname()
    call mkdir(s:folder, 'p')
    call writefile([], s:folder . '/fraccheck.toml')
    let v:errors = []
    try
      call s:tests[name]()
    catch
      call add(v:errors, v:throwpoint . ': ' . v:exception)
    endtry
    let failed += !empty(v:errors)
    call extend(results, [(empty(v:errors) ? 'ok   ' : 'FAIL ') . name] + v:errors)
  endfor
  call writefile(results + [printf('vim: %d passed, %d failed', len(s:tests) - failed, failed)], $RESULTS)
  execute failed ? 'cquit' : 'quitall!'
endfunction

" Buffers are whole only when Vim has started.
autocmd VimEnter * ++nested call s:all()
