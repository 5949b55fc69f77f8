/**
 * The style of the demonstration: plain, and clearly different from the shop. Contrast is at least 4.5 : 1 in both
 * themes.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f3ef; --sheet: #ffffff; --ink: #1d1c1a; --quiet: #5a5750; --line: #cfccc3; --edge: #7d7a72;
  --accent: #1d4f91; --on-accent: #ffffff; --bad: #a3221c; --bad-ground: #fcecea; --good: #1c6238; --note: #fbf3d9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161615; --sheet: #201f1e; --ink: #efede8; --quiet: #b4b0a7; --line: #3c3a37; --edge: #8c8981;
    --accent: #9cc3ff; --on-accent: #10213a; --bad: #ffb3ac; --bad-ground: #3d1f1c; --good: #9ad8b0; --note: #38311c;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.band { padding: 8px 16px; background: var(--note); border-bottom: 1px solid var(--line); font-size: 0.875rem;
  text-align: center; }
main { max-width: 30rem; margin: 0 auto; padding: 32px 16px 64px; }
main.wide { max-width: 60rem; }
h1 { margin: 0 0 8px; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 1.125rem; line-height: 1.3; }
h3 { margin: 24px 0 8px; font-size: 1rem; line-height: 1.3; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a.target { display: inline-flex; align-items: center; min-height: 44px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.sheet { padding: 24px 20px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.sheet + .sheet { margin-top: 16px; }
.sheet > :first-child { margin-top: 0; }
.sheet > :last-child { margin-bottom: 0; }
.quiet { color: var(--quiet); }
.small { font-size: 0.875rem; }
.good { color: var(--good); font-weight: 600; }
.problem { margin: 0 0 16px; padding: 12px 16px; background: var(--bad-ground); color: var(--bad);
  border-left: 4px solid currentColor; }
.field { margin: 0 0 16px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--sheet);
  border: 1px solid var(--edge); border-radius: 4px; }
button { display: block; width: 100%; min-height: 48px; padding: 10px 16px; font: inherit; font-weight: 600;
  color: var(--ink); background: var(--sheet); border: 1px solid var(--edge); border-radius: 4px; cursor: pointer; }
button:hover { border-color: var(--ink); }
button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.main:hover { text-decoration: underline; }
button.plain { display: inline-block; width: auto; min-height: 44px; padding: 4px 12px; }
form { margin: 0; }
form + form, form + dl { margin-top: 12px; }
.stack { display: grid; gap: 16px; margin: 16px 0; }
.stack p { margin: 4px 0 0; }
.number { font-variant-numeric: tabular-nums; text-align: end; white-space: nowrap; }
.total { margin: 0 0 16px; font-size: 2.25rem; font-weight: 650; line-height: 1.1; font-variant-numeric: tabular-nums; }
table { width: 100%; margin-bottom: 16px; border-collapse: collapse; }
caption { text-align: start; font-weight: 600; padding-bottom: 8px; }
th, td { padding: 8px 12px 8px 0; text-align: start; vertical-align: top; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-inline-end: 0; }
th.number, td.number { text-align: end; }
tfoot th, tfoot td { border-top: 2px solid var(--ink); font-weight: 650; }
.scroll { overflow-x: auto; }
.list { margin: 0; padding: 0; list-style: none; }
.list > li { padding: 12px 0; border-top: 1px solid var(--line); }
.list > li:first-child { padding-top: 0; border-top: 0; }
.list > li:last-child { padding-bottom: 0; }
.list a.target { margin-block: -8px 0; }
.list form { margin-top: 8px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 30rem; background: #ffffff; border: 1px solid var(--line);
  border-radius: 4px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.5 ui-monospace, monospace; }
code { font: 0.9375em ui-monospace, monospace; overflow-wrap: anywhere; }
@media (min-width: 40rem) { main { padding-top: 56px; } .sheet { padding: 32px; } }
`;
