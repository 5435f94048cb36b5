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
nav ul, .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
figure { margin: 0; }
figcaption, .tools, .said { color: var(--soft); font-size: .875rem; margin: .25rem 0; }
.said:empty { display: none; }
.chart { display: none; position: relative; height: 26rem; }
.legend { font-size: .875rem; margin: .25rem 0; }
.legend svg { vertical-align: middle; }
.scripted .chart { display: block; }
.scripted .still { display: none; }
.scroll { overflow-x: auto; }
.drawing { max-width: 100%; height: auto; }
.scroll .drawing { max-width: none; }
code { background: var(--field); padding: .1em .3em; font-size: .875em; }
details .scroll { max-height: 30rem; overflow-y: auto; }
summary { cursor: pointer; }
table { border-collapse: collapse; font-size: .8125rem; }
caption { text-align: left; color: var(--soft); }
th, td { border: 1px solid var(--grid); padding: .15rem .5rem; text-align: left; vertical-align: top; }
thead th { background: var(--field); }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  nav, .scripted .chart, .scripted .legend, .said, summary, a[download] { display: none; }
  .scripted .still { display: block; }
  section { break-inside: avoid; }
  .scroll { overflow: visible; max-height: none; }
  .scroll .drawing { max-width: 100%; }
}
)css";

}  // namespace

std::string page_style() { return kStyle + drawing_style(); }

}  // namespace xb
