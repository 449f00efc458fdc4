@echo off
rem Drop a workbook on this file. Or: tourney.bat new cup.xlsx --game mcr
setlocal
chcp 65001 >nul
set PYTHONUTF8=1
set "PY=%~dp0python\python.exe"
set CODE=0
if "%~1"=="" goto help
if not exist "%~1" goto command
:next
if "%~1"=="" goto done
echo.
echo %~nx1
"%PY%" -X utf8 -m tourney_xlsx run "%~1"
set CODE=%ERRORLEVEL%
shift /1
goto next
:command
"%PY%" -X utf8 -m tourney_xlsx %*
set CODE=%ERRORLEVEL%
goto done
:help
"%PY%" -X utf8 -m tourney_xlsx --help
:done
echo.
pause
exit /b %CODE%
