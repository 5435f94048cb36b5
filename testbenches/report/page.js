// SPDX-License-Identifier: Apache-2.0
// Shows values of drawings by mouse and arrow keys, and hides curves by their names; names columns on paper.

'use strict';
addEventListener('beforeprint', () => document.querySelectorAll('.wide td').forEach(cell => {
  cell.dataset.column = cell.closest('table').rows[0].cells[cell.cellIndex].textContent;
}));

for (const plot of document.querySelectorAll('.plot')) {
  const [svg, area, ring, said] = ['svg', '.area', '.ring', '.said'].map(name => plot.querySelector(name));
  const [curves, entries] = ['.curve', '.entry'].map(name => [...svg.querySelectorAll(name)]);
  // A line for each: its place in pixels, what it takes of the axis, and words.
  const points = curves.flatMap((curve, n) => [...curve.dataset.points.matchAll(/^(\S+) (\S+) (\S+) (.*)$/gm)].map(
    ([, left, top, share, words]) => ({ curve, left: Number(left), top: Number(top), share: Number(share),
      words: `${entries[n].getAttribute('aria-label')}: ${words}` })));
  const shown = () => points.filter(({ curve }) => !curve.matches('.off'));
  const nearest = (some, far) => some.reduce((best, other) => (far(other) < far(best) ? other : best));
  let point = null, zoom = 1;
  const zero = Number(area.dataset.zero), raised = top => (zoom === 1 ? top : zero + zoom * (top - zero));

  // --- values ---
  const hush = () => { said.textContent = ''; };
  const say = (itsPoint, words = itsPoint.words) => {
    point = itsPoint;
    const { width, height } = svg.viewBox.baseVal, top = raised(point.top);
    const across = 100 * point.left / width, down = 100 * top / height;
    ring.setAttribute('transform', `translate(${point.left} ${top})`);
    said.textContent = words;
    said.style.cssText = `${across < 50 ? `left: ${across}` : `right: ${100 - across}`}%; ` +
      `${down < 50 ? `top: ${down}` : `bottom: ${100 - down}`}%`;
  };
  area.addEventListener('mousemove', event => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const all = shown(), best = all.length && nearest(all, ({ left, top }) => Math.hypot(left - x, raised(top) - y));
    // Values that lie on one another are all said.
    const there = all.filter(({ left, top }) => left === best.left && top === best.top);
    if (best) say(best, there.map(({ words }) => words).join('\n'));
  });
  area.addEventListener('mouseleave', hush);
  area.addEventListener('blur', hush);
  const moveBy = (step, turn) => {
    const all = shown(), others = [...new Set(all.map(({ curve }) => curve))];
    if (!all.length) return;
    if (!point) return say(all[0]);
    const curve = others.at((Math.max(others.indexOf(point.curve), 0) + turn) % others.length);
    const along = all.filter(other => other.curve === curve);
    // On another curve, the value above or below.
    const from = curve === point.curve ? point : nearest(along, ({ left }) => Math.abs(left - point.left));
    say(along[along.indexOf(from) + step] || along.at(step < 0 ? 0 : -1));
  };
  area.addEventListener('focus', () => area.matches(':focus-visible') && moveBy(0, 0));
  area.addEventListener('keydown', event => {
    const move = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1],
      Home: [-Infinity, 0], End: [Infinity, 0] }[event.key];
    if (event.key === 'Escape') hush();
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveBy(...move);
  });

  // --- curves that are hidden: the others are stretched from 0 on a linear axis, whose ticks say less ---
  const ticks = [...svg.querySelectorAll('.y text')].map(text => ({ text, whole: text.textContent }));
  const fit = () => {
    const most = 1 / Math.max(...shown().map(({ share }) => share)), power = 10 ** Math.floor(Math.log10(most));
    zoom = most > 0 && most < Infinity ? power * [5, 4, 2.5, 2, 1].find(part => part * power <= most) : 1;
    for (const { text, whole } of ticks) text.textContent = zoom === 1 ? whole : Number((whole / zoom).toPrecision(6));
    for (const part of svg.querySelectorAll('.curve > *')) {
      const [, at] = /^M\S+ ([\d.]+)m/.exec(part.getAttribute('d')) || []; // of a mark
      part.setAttribute('transform', at ? `translate(0 ${raised(at) - at})` : `matrix(1 0 0 ${zoom} 0 ${raised(0)})`);
    }
  };
  entries.forEach((entry, n) => ['click', 'keydown'].forEach(kind =>
    entry.addEventListener(kind, event => {
      if (event.key && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      entry.setAttribute('aria-checked', !curves[n].classList.toggle('off'));
      hush();
      if (zero) fit();
    })));
}
