/** Colours that colour-blind people can tell apart: a dark set for paper, a light one for the dark. */
export const PAGE_STYLE = `
:root {
  --ground: #ffffff; --card: #f4f5f7; --text: #1b1e23; --soft: #5a626d; --rule: #d9dce1;
  --good: #00694c; --bad: #b03a00; --good-ground: #e3f4ee; --bad-ground: #fdebe1;
  --series-1: #0067a8; --series-2: #d0560a; --series-3: #00896a; --series-4: #b0548a;
  --series-5: #8a6d00; --series-6: #3b9bd4; --series-7: #5b4ea8; --series-8: #5a626d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --card: #1f242a; --text: #eceef1; --soft: #a4adb8; --rule: #363d46;
    --good: #5fd3ac; --bad: #ff9d66; --good-ground: #12332a; --bad-ground: #3d2212;
    --series-1: #5cb0ee; --series-2: #ff9448; --series-3: #45cfa4; --series-4: #e79cc8;
    --series-5: #e8c547; --series-6: #a8dcff; --series-7: #b3a7f5; --series-8: #a4adb8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK KR", sans-serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1rem 4rem; }
h1 { font-size: 2.25rem; line-height: 1.15; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.375rem; line-height: 1.25; margin: 3rem 0 .5rem; }
h3 { font-size: 1.0625rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0 .75rem; max-width: 46rem; }
.kicker, .when, .note, .hint { color: var(--soft); }
.kicker { margin: 0 0 .25rem; }
.hint { font-style: italic; }
.verdict { margin: 1.5rem 0; padding: .875rem 1.125rem; border-left: .375rem solid; border-radius: .25rem; }
.verdict p { margin: 0; font-size: 1.25rem; font-weight: 600; max-width: none; }
.verdict.good { border-color: var(--good); background: var(--good-ground); }
.verdict.bad { border-color: var(--bad); background: var(--bad-ground); }
.verdict.good p { color: var(--good); }
.verdict.bad p { color: var(--bad); }
ul { margin: .5rem 0; padding-left: 1.25rem; }
li { margin: .25rem 0; overflow-wrap: anywhere; }
.keys { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; padding: 0; }
.keys div { min-width: 10.75rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: .875rem 1rem; background: var(--card); border-radius: .375rem; }
.keys dt { color: var(--soft); font-size: .9375rem; line-height: 1.35; }
.keys dd { margin: 0; font-size: 1.875rem; line-height: 1.2; font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; }
.keys small { font-size: 1rem; font-weight: 400; color: var(--soft); }
.scroll { overflow-x: auto; margin: .5rem 0 1rem; }
table { border-collapse: collapse; min-width: min(100%, 28rem); font-size: 1rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { vertical-align: bottom; font-size: .9375rem; line-height: 1.3; color: var(--soft); font-weight: 500; border-bottom-color: currentColor; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
.figure { text-align: right; }
td.figure { white-space: nowrap; }
td.good, td.bad { font-weight: 600; color: var(--series-1); }
td.bad { color: var(--bad); }
.chart { margin: .75rem 0; }
/* The width of its letters is estimated for fonts of this family. */
.chart svg { font-family: Arial, "Liberation Sans", Helvetica, Roboto, "Noto Sans CJK KR", sans-serif; }
.legend { display: flex; flex-wrap: wrap; gap: .125rem 1.5rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.chart svg { display: block; width: 100%; height: auto; }
.wide { max-width: 62rem; }
.narrow { display: none; max-width: 30rem; }
@media (max-width: 46rem) {
  .wide { display: none; }
  .narrow { display: block; }
  .keys div { min-width: 0; flex: 1 1 9.5rem; }
  .keys dd { font-size: 1.5rem; }
}
summary { cursor: pointer; color: var(--soft); padding: .25rem 0; }
details.about { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
dl { margin: .5rem 0; }
section > dl { display: grid; grid-template-columns: fit-content(12rem) 1fr; gap: .25rem 1.5rem; }
section > dl dt { color: var(--soft); }
section > dl dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9375em; }
code { white-space: nowrap; }
pre { overflow-x: auto; padding: .75rem 1rem; background: var(--card); border-radius: .375rem; }
a { color: var(--series-1); }
@media print { details.about { break-before: page; } .scroll { overflow: visible; } }
`;
