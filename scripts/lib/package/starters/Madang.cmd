@echo off
rem Starts Madang with the Node.js beside it. The code page is that of UTF-8, for languages other than English.
chcp 65001 >nul
title Madang
pushd "%~dp0"
if not exist node\node.exe (
  UNPACK
  pause
  exit /b 1
)
node\node.exe --disable-warning=ExperimentalWarning app\scripts\lib\package\start-portable.mjs
if errorlevel 1 pause
popd
