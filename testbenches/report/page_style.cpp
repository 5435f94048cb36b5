// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/drawing.h"
#include "testbenches/report/page.h"

namespace xb {
namespace {

constexpr const char* kStyle = R"css(
:root { --ink: #111; --ground: #fff; --soft: #595959; --grid: #ddd; --link: #0b5394; --field: #f4f4f4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --ground: #161616; --soft: #b5b5b5; --grid: #3a3a3a; --link: #8ec5ff; --field: #242424; }
}
@media print {
  :root { --ink: #000; --ground: #fff; --soft: #333; --grid: #ccc; --link: #000; --field: #fff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--ink); background: var(--ground);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h1, h2, td, code { overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
figure { margin: 0; }
figcaption, .tools { color: var(--soft); font-size: .875rem; margin: .25rem 0; }
.scroll { overflow-x: auto; }
.drawing { max-width: 100%; height: auto; }
.scroll .drawing { max-width: none; }
.plot { position: relative; min-width: 34rem; }
.plot .drawing { display: block; width: 100%; }
.hit { fill: none; pointer-events: all; }
.ring { fill: none; stroke: currentColor; stroke-width: 1.5; pointer-events: none; }
.said { position: absolute; margin: 0; padding: .2rem .5rem; max-width: 46%; color: var(--ink);
  background: var(--field); border: 1px solid var(--soft); font-size: .875rem; white-space: pre-line;
  pointer-events: none; }
.said:empty { padding: 0; border: 0; }
[role=checkbox] { cursor: pointer; }
.curve.off { display: none; }
.entry.off text { text-decoration: line-through; }
.entry.off :not(text) { opacity: .3; }
code { background: var(--field); padding: .1em .3em; font-size: .875em; }
details .scroll { max-height: 30rem; overflow-y: auto; }
summary { cursor: pointer; }
table { border-collapse: collapse; font-size: .8125rem; }
caption { text-align: left; color: var(--soft); }
th, td { border: 1px solid var(--grid); padding: .15rem .5rem; text-align: left; vertical-align: top; }
thead th { background: var(--field); }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
/* On paper, figures come before the tables, two a page. */
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  nav, .said, .ring, summary, a[download] { display: none; }
  main { display: flex; flex-direction: column; }
  section { display: contents; }
  h2 { break-after: avoid; margin-top: 1rem; }
  figure, header li { break-inside: avoid; }
  details, #points > * { order: 1; margin-top: 1rem; }
  .answer details { order: 0; }
  #missing > * { order: 2; }
  .plot { min-width: 0; }
  .scroll, details .scroll { overflow: visible; max-height: none; }
  .plot .drawing, .scroll .drawing { width: auto; max-width: 100%; max-height: 92mm; margin: 0 auto; }
  table { font-size: 8pt; }
  th, td { padding: 0 .25rem; }
  th { overflow-wrap: anywhere; }
  td { overflow-wrap: break-word; }
  .wide :is(table, tbody, tr) { display: block; }
  .wide thead, .wide td:empty { display: none; }
  .wide tr { break-inside: avoid; border-bottom: 1px solid var(--grid); }
  .wide td { display: inline; border: 0; padding: 0; white-space: normal; }
  .wide td::before { content: attr(data-column) " "; color: var(--soft); }
  .wide td::after { content: "; "; }
}
)css";

}  // namespace

std::string page_style() { return kStyle + drawing_style(); }

}  // namespace xb
