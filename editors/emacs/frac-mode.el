;;; frac-mode.el --- Frac and Relay programs  -*- lexical-binding: t -*-

;; Colours of words and comments, and the language server for eglot.

;;; Code:

(defconst frac-mode--font-lock
  `((,(regexp-opt '("def" "data" "type" "extern" "import" "assert" "let" "fn" "fun" "match"
                    "case" "if" "else" "where" "free_var") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("True" "False" "true" "false") 'symbols) . font-lock-constant-face)
    ("^[ \t]*#\\[.*\\]" . (0 font-lock-preprocessor-face t))
    ("@[A-Za-z0-9_]+\\(?:\\(?:-\\|::\\)[A-Za-z][A-Za-z0-9_]*\\)*" . font-lock-function-name-face)
    ("%/?[A-Za-z0-9_]+\\(?:::[A-Za-z][A-Za-z0-9_]*\\)*" . font-lock-variable-name-face)
    ("\\_<\\(?:Tensor\\|Array\\|FractalTensor\\|ref\\|bool\\|u?int[0-9]*\\|float[0-9]*\\)\\_>"
     . font-lock-type-face)))

(defvar frac-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?# "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?% "_" table)
    (modify-syntax-entry ?@ "_" table)
    table))

;;;###autoload
(define-derived-mode frac-mode prog-mode "Frac"
  "Major mode for Frac and Relay programs."
  (setq-local font-lock-defaults '(frac-mode--font-lock))
  (setq-local comment-start "# " comment-end "" comment-start-skip "\\(?:#+\\|//+\\|/\\*+\\)[ \t]*")
  (setq-local indent-tabs-mode nil tab-width 2))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:frac\\|relay\\|rly\\|raf\\)\\'" . frac-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((frac-mode :language-id "frac") . ("fraccheck" "lsp"))))

(provide 'frac-mode)
;;; frac-mode.el ends here
