; What the installer does after the template of Tauri is through.

!macro NSIS_HOOK_POSTINSTALL
  ; The template names the program without quotes, and the name of an account, which is in its path, may have a space.
  WriteRegStr SHCTX "Software\Classes\Portcullis.bundle\shell\open\command" "" "$\"$INSTDIR\${MAINBINARYNAME}.exe$\" $\"%1$\""
  ; The shell looks at the associations again.
  !insertmacro UPDATEFILEASSOC
!macroend
