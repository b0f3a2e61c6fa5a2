; The installer for one user of Windows, who need not be an administrator. build/distribution/windows/installer.py has
; makensis read this with these names defined: TARGET, VERSION, NUMBER, ICON, SIDE (a picture), OUT, SIZE (kilobytes), and
; FILES_IN and FILES_OUT, the names of two files that lay out and remove what is packed; and, where there are some, HOME
; and DOWNLOADS, addresses on the web.
;
;   setup.exe /S [/DESKTOP] [/D=FOLDER]        silent; with an icon on the desktop; into a folder (the last word)
;   uninstall.exe /S [/GAMES]                  silent; with the settings and saved games
;
; It ends with 0, 1 where somebody has cancelled it, and 2 where the program runs and cannot be closed.

Target "${TARGET}"
Unicode true
SetCompressor /SOLID lzma
SetDateSave off
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS all
ManifestLongPathAware true

!define NAME "Topping Out"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\topping-out"
!define LINK "$SMPROGRAMS\${NAME}.lnk"
!define DESKTOP_LINK "$DESKTOP\${NAME}.lnk"
!define GAMES "$LOCALAPPDATA\topping-out"

Name "${NAME}"
OutFile "${OUT}"
BrandingText "${NAME} ${VERSION}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
VIProductVersion "${NUMBER}"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME}: setup"
VIAddVersionKey "CompanyName" "the Topping Out authors"
VIAddVersionKey "LegalCopyright" "MIT licence"

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include Sections.nsh

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_WELCOMEPAGE_TEXT "$(WELCOME)$\r$\n$\r$\n$_CLICK"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\topping-out.exe"
!ifdef HOME
  !define MUI_FINISHPAGE_LINK "${HOME}"
  !define MUI_FINISHPAGE_LINK_LOCATION "${HOME}"
!endif
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Polish"
!insertmacro MUI_LANGUAGE "Ukrainian"
!insertmacro MUI_LANGUAGE "Japanese"

LangString WELCOME ${LANG_ENGLISH} "Four table games of towers. No administrator is needed; saved games of an older version stay."
LangString WELCOME ${LANG_GERMAN} "Vier Tischspiele um Türme. Ein Administrator wird nicht gebraucht; gespeicherte Spiele einer älteren Version bleiben."
LangString WELCOME ${LANG_SPANISH} "Cuatro juegos de mesa de torres. No hace falta un administrador; las partidas guardadas de una versión anterior se conservan."
LangString WELCOME ${LANG_FRENCH} "Quatre jeux de société autour de tours. Aucun administrateur n'est nécessaire ; les parties enregistrées d'une version antérieure sont conservées."
LangString WELCOME ${LANG_POLISH} "Cztery gry stołowe o wieżach. Administrator nie jest potrzebny; zapisane gry starszej wersji pozostają."
LangString WELCOME ${LANG_UKRAINIAN} "Чотири настільні гри про вежі. Адміністратор не потрібен; збережені партії старішої версії лишаються."
LangString WELCOME ${LANG_JAPANESE} "タワーを建てる4つのテーブルゲーム。管理者権限は不要です。以前のバージョンの保存ゲームはそのまま残ります。"
LangString PROGRAM_PART ${LANG_ENGLISH} "The program, and its entry in the start menu"
LangString PROGRAM_PART ${LANG_GERMAN} "Das Programm und sein Eintrag im Startmenü"
LangString PROGRAM_PART ${LANG_SPANISH} "El programa y su entrada en el menú de inicio"
LangString PROGRAM_PART ${LANG_FRENCH} "Le programme et son entrée dans le menu Démarrer"
LangString PROGRAM_PART ${LANG_POLISH} "Program i jego pozycja w menu Start"
LangString PROGRAM_PART ${LANG_UKRAINIAN} "Програма та її пункт у меню «Пуск»"
LangString PROGRAM_PART ${LANG_JAPANESE} "プログラム本体とスタートメニューの項目"
LangString DESKTOP_PART ${LANG_ENGLISH} "An icon on the desktop"
LangString DESKTOP_PART ${LANG_GERMAN} "Ein Symbol auf dem Desktop"
LangString DESKTOP_PART ${LANG_SPANISH} "Un icono en el escritorio"
LangString DESKTOP_PART ${LANG_FRENCH} "Une icône sur le bureau"
LangString DESKTOP_PART ${LANG_POLISH} "Ikona na pulpicie"
LangString DESKTOP_PART ${LANG_UKRAINIAN} "Значок на робочому столі"
LangString DESKTOP_PART ${LANG_JAPANESE} "デスクトップのアイコン"
LangString PROGRAM_GOES ${LANG_ENGLISH} "The program"
LangString PROGRAM_GOES ${LANG_GERMAN} "Das Programm"
LangString PROGRAM_GOES ${LANG_SPANISH} "El programa"
LangString PROGRAM_GOES ${LANG_FRENCH} "Le programme"
LangString PROGRAM_GOES ${LANG_POLISH} "Program"
LangString PROGRAM_GOES ${LANG_UKRAINIAN} "Програма"
LangString PROGRAM_GOES ${LANG_JAPANESE} "プログラム"
LangString GAMES_GO ${LANG_ENGLISH} "Settings and all saved games, for good"
LangString GAMES_GO ${LANG_GERMAN} "Einstellungen und alle gespeicherten Spiele, endgültig"
LangString GAMES_GO ${LANG_SPANISH} "Los ajustes y todas las partidas guardadas, para siempre"
LangString GAMES_GO ${LANG_FRENCH} "Les réglages et toutes les parties enregistrées, définitivement"
LangString GAMES_GO ${LANG_POLISH} "Ustawienia i wszystkie zapisane gry, na zawsze"
LangString GAMES_GO ${LANG_UKRAINIAN} "Налаштування й усі збережені партії, назавжди"
LangString GAMES_GO ${LANG_JAPANESE} "設定と保存したすべてのゲーム（元に戻せません）"
LangString IT_RUNS ${LANG_ENGLISH} "${NAME} is running. It is closed now; a game in play is saved and can be continued."
LangString IT_RUNS ${LANG_GERMAN} "${NAME} läuft. Es wird jetzt geschlossen; ein laufendes Spiel ist gespeichert und kann fortgesetzt werden."
LangString IT_RUNS ${LANG_SPANISH} "${NAME} está abierto. Ahora se cerrará; la partida en curso está guardada y se puede continuar."
LangString IT_RUNS ${LANG_FRENCH} "${NAME} est ouvert. Il va être fermé ; la partie en cours est enregistrée et peut être reprise."
LangString IT_RUNS ${LANG_POLISH} "${NAME} jest uruchomiony. Zostanie teraz zamknięty; trwająca gra jest zapisana i można ją kontynuować."
LangString IT_RUNS ${LANG_UKRAINIAN} "${NAME} працює. Зараз програму буде закрито; розпочату партію збережено, її можна продовжити."
LangString IT_RUNS ${LANG_JAPANESE} "${NAME}が実行中です。これから終了します。プレイ中のゲームは保存されており、続きから遊べます。"
LangString STILL_RUNS ${LANG_ENGLISH} "${NAME} is still running. Close it, and try again."
LangString STILL_RUNS ${LANG_GERMAN} "${NAME} läuft noch. Schließen Sie es und versuchen Sie es noch einmal."
LangString STILL_RUNS ${LANG_SPANISH} "${NAME} sigue abierto. Ciérrelo e inténtelo de nuevo."
LangString STILL_RUNS ${LANG_FRENCH} "${NAME} est encore ouvert. Fermez-le, puis réessayez."
LangString STILL_RUNS ${LANG_POLISH} "${NAME} nadal działa. Zamknij go i spróbuj ponownie."
LangString STILL_RUNS ${LANG_UKRAINIAN} "${NAME} досі працює. Закрийте програму та спробуйте ще раз."
LangString STILL_RUNS ${LANG_JAPANESE} "${NAME}がまだ実行中です。終了してから、もう一度お試しください。"

; -- a program that runs cannot be replaced

Var Runs
Var Round
Var File

; Nobody may write the file of a program that runs.
!macro LOOK_WHETHER_RUNS PROGRAM
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    FileOpen $File "$INSTDIR\${PROGRAM}" a
    ${If} ${Errors}
      StrCpy $Runs "yes"
    ${Else}
      FileClose $File
    ${EndIf}
  ${EndIf}
!macroend

!macro CLOSING UN
Function ${UN}LookWhetherRuns
  StrCpy $Runs ""
  !insertmacro LOOK_WHETHER_RUNS "topping-out.exe"
  !insertmacro LOOK_WHETHER_RUNS "topping-out-cli.exe"
  ClearErrors
FunctionEnd

; Close its windows, as their own button does, and wait a while for their end: a game in play is saved by then.
Function ${UN}AskToClose
  ${ForEach} $Round 1 40 + 1
    FindWindow $0 "pygame" "${NAME}"
    ${If} $0 <> 0
      SendMessage $0 ${WM_CLOSE} 0 0 /TIMEOUT=5000
    ${EndIf}
    Sleep 250
    Call ${UN}LookWhetherRuns
    ${If} $Runs == ""
      ${Break}
    ${EndIf}
  ${Next}
FunctionEnd

Function ${UN}CloseTheProgram
  Call ${UN}LookWhetherRuns
  ${If} $Runs == ""
    Return
  ${EndIf}
  MessageBox MB_OKCANCEL|MB_ICONINFORMATION "$(IT_RUNS)" /SD IDOK IDOK close
    SetErrorLevel 1
    Quit
  close:
  Call ${UN}AskToClose
  ${If} $Runs == "yes"
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(STILL_RUNS)" /SD IDCANCEL IDRETRY close
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd
!macroend
!insertmacro CLOSING ""
!insertmacro CLOSING "un."

; -- installing

Section "$(PROGRAM_PART)" PROGRAM_SECTION
  SectionIn RO
  Call CloseTheProgram
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"  ; an older version goes, its saved games stay
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  ${EndIf}
  !include "${FILES_IN}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "${LINK}" "$INSTDIR\topping-out.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "Publisher" "the Topping Out authors"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\topping-out.exe"
  !ifdef HOME
    WriteRegStr HKCU "${KEY}" "URLInfoAbout" "${HOME}"
    WriteRegStr HKCU "${KEY}" "HelpLink" "${HOME}"
  !endif
  !ifdef DOWNLOADS
    WriteRegStr HKCU "${KEY}" "URLUpdateInfo" "${DOWNLOADS}"
  !endif
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section /o "$(DESKTOP_PART)" DESKTOP_SECTION
  CreateShortcut "${DESKTOP_LINK}" "$INSTDIR\topping-out.exe"
SectionEnd

Function .onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DESKTOP" $1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "${DESKTOP_LINK}"  ; of an older version
    !insertmacro SelectSection ${DESKTOP_SECTION}
  ${EndIf}
  ClearErrors
FunctionEnd

; -- removing

Section "un.$(PROGRAM_GOES)"
  SectionIn RO
  Call un.CloseTheProgram
  !include "${FILES_OUT}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"  ; unless something of the user's is in it
  Delete "${LINK}"
  Delete "${DESKTOP_LINK}"
  DeleteRegKey HKCU "${KEY}"
SectionEnd

Section /o "un.$(GAMES_GO)" GAMES_SECTION
  RMDir /r "${GAMES}"
SectionEnd

Function un.onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/GAMES" $1
  ${IfNot} ${Errors}
    !insertmacro SelectSection ${GAMES_SECTION}
  ${EndIf}
  ClearErrors
FunctionEnd
