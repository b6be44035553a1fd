;;; test.el --- frac-mode with eglot and the real server  -*- lexical-binding: t -*-
;;   PATH=/folder/of/fraccheck:$PATH emacs --batch -l test.el

(setq debug-on-error nil)
(ignore-errors (package-initialize))
(add-to-list 'load-path (file-name-directory (or load-file-name buffer-file-name)))
(require 'eglot)
(require 'flymake)
(require 'frac-mode)
(setq eglot-sync-connect 20 eglot-autoshutdown nil)

(defun test-until (what is)
  "Wait until IS gives something, else fail by WHAT."
  (let ((deadline (+ (float-time) 20)) got)
    (while (and (not (setq got (funcall is))) (< (float-time) deadline))
      (accept-process-output nil 0.05))
    (or got (error "%s never came" what))))

(let* ((folder (file-name-as-directory (make-temp-file "frac" t)))
       (file (concat folder "a.frac")))
  (unwind-protect
      (progn
        (write-region "" nil (concat folder "fraccheck.toml"))
        (write-region "def @inc( %x: int32) -> int32 { %x + 1 }\n@inc(True)\n" nil file)
        (find-file file)
        (unless (eq major-mode 'frac-mode) (error "the mode is %s" major-mode))
        (apply #'eglot (eglot--guess-contact))
        (test-until "the server" #'eglot-current-server)
        (flymake-start)
        (test-until "the finding" (lambda () (flymake-start) (flymake-diagnostics)))
        (goto-char (point-min))
        (search-forward "@inc(T")
        (search-backward "@")
        (xref-find-definitions "@inc")
        (unless (= (line-number-at-pos) 1) (error "the definition is in line %d" (line-number-at-pos)))
        (eglot-format-buffer)
        (goto-char (point-min))
        (unless (looking-at-p (regexp-quote "def @inc(%x: int32)")) (error "not formatted: %s" (buffer-string)))
        (message "emacs: mode, finding, definition and format work"))
    (ignore-errors (eglot-shutdown-all))
    (set-buffer-modified-p nil)
    (delete-directory folder t)))
;;; test.el ends here
