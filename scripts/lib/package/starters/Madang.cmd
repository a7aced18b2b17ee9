@echo off
rem Starts Madang with the Node.js beside it. The code page is that of UTF-8, for Korean.
chcp 65001 >nul
title Madang
pushd "%~dp0"
if not exist node\node.exe (
  echo Unpack the whole ZIP first, then start Madang.cmd in the unpacked folder.
  echo ZIP 파일의 압축을 모두 푼 다음, 풀린 폴더에서 Madang.cmd를 실행하세요.
  pause
  exit /b 1
)
node\node.exe --disable-warning=ExperimentalWarning app\scripts\lib\package\start-portable.mjs
if errorlevel 1 pause
popd
