// SPDX-License-Identifier: Apache-2.0
// Shows values of drawings by mouse and arrow keys, and hides curves by their names; opens tables for paper.

'use strict';
const brief = number => {
  const size = Math.abs(number), short = Number(number.toPrecision(6));
  if (size === 0 || (size >= 1e-4 && Math.abs(short) < 1e6)) return String(short);
  return short.toExponential().replace(/([+-])(\d)$/, '$10$2');
};
const set = (element, attributes) => Object.entries(attributes).forEach(pair => element.setAttribute(...pair));

// On paper all tables are open, and in those that are too wide for it each value has its column's name.
const folds = document.querySelectorAll('details');
addEventListener('beforeprint', () => folds.forEach(fold => {
  const heads = [...fold.querySelectorAll('th')].map(head => head.textContent);
  fold.classList.toggle('unfolded', !fold.open);
  fold.classList.toggle('wide', heads.length > 10);
  fold.open = true;
  if (heads.length > 10) fold.querySelectorAll('td').forEach(cell => { cell.dataset.column = heads[cell.cellIndex]; });
}));
addEventListener('afterprint', () => folds.forEach(fold => { fold.open = !fold.classList.contains('unfolded'); }));

for (const plot of document.querySelectorAll('.plot')) {
  const svg = plot.querySelector('svg'), area = svg.querySelector('.area'), said = plot.querySelector('.said');
  const ring = area.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'circle'));
  const names = [...svg.querySelectorAll('.names text')].map(text => text.textContent);
  const [x, y] = ['x', 'y'].map(axis => svg.dataset[axis].split(' ').map(Number)).map(([low, high, first, last, log]) => ({
    low, high, log, at: value => first + (last - first) *
      (log ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low)) }));
  const zero = y.at(0), raised = height => zero + zoom * (height - zero);
  let zoom = 1;
  const curves = [...svg.querySelectorAll('.curve')].map(element => ({
    element,
    points: element.dataset.points.split(' ').filter(text => text).map(text => text.split(',').map(Number)).map(
      ([left, top, ci95 = 0]) => ({ top: top + ci95, low: top - ci95,
        words: `${element.dataset.name}: ${brief(top)}${ci95 ? ` ± ${brief(ci95)}` : ''} at ${names[left] || brief(left)}`,
        place: () => [x.at(left) + Number(element.dataset.aside), y.log ? y.at(top) : raised(y.at(top))] })) }));
  const shown = () => curves.filter(curve => !curve.element.classList.contains('off') && curve.points.length);
  const far = (point, [left, top]) => Math.hypot(point.place()[0] - left, point.place()[1] - top);
  const nearest = (points, to) => points.reduce((best, point) => (far(point, to) < far(best, to) ? point : best));

  // --- values ---
  let point = null;
  const hush = () => {
    said.textContent = '';
    set(ring, { class: 'ring', r: 0 });
  };
  const say = (itsPoint, words = itsPoint.words) => {
    point = itsPoint;
    const [cx, cy] = point.place(), { width, height } = svg.viewBox.baseVal, left = 100 * cx / width, top = 100 * cy / height;
    set(ring, { cx, cy, r: 8 });
    said.textContent = words;
    said.style.cssText = `${left < 50 ? `left: ${left}` : `right: ${100 - left}`}%; ` +
      `${top < 50 ? `top: ${top}` : `bottom: ${100 - top}`}%`;
  };
  area.addEventListener('mousemove', event => {
    const { x: left, y: top } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const all = shown().flatMap(curve => curve.points), best = all.length && nearest(all, [left, top]);
    // Values that lie on one another are all said.
    if (best) say(best, all.filter(other => far(other, best.place()) < 0.01).map(other => other.words).join('\n'));
  });
  area.addEventListener('mouseleave', hush);
  area.addEventListener('blur', hush);
  const moveBy = (step, turn) => {
    const all = shown(), where = Math.max(all.findIndex(curve => curve.points.includes(point)), 0);
    if (!all.length) return;
    const { points } = all[(where + turn + all.length) % all.length];
    if (!point) return say(points[0]);
    // On another curve, the value above or below.
    const from = points.includes(point) ? point : points.reduce((best, other) =>
      (Math.abs(other.place()[0] - point.place()[0]) < Math.abs(best.place()[0] - point.place()[0]) ? other : best));
    say(points[Math.min(Math.max(points.indexOf(from) + step, 0), points.length - 1)]);
  };
  area.addEventListener('focus', () => area.matches(':focus-visible') && moveBy(0, 0));
  area.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') hush();
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -1e9, End: 1e9 }[event.key] || 0;
    const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key] || 0;
    if (!step && !turn) return;
    event.preventDefault();
    moveBy(step, turn);
  });

  // --- curves that are hidden: the others are stretched from 0 on a linear axis, whose ticks say less ---
  const ticks = [...svg.querySelectorAll('.y text')].map(text => ({ text, value: Number(text.textContent) }));
  const fit = () => {
    const shares = shown().flatMap(curve => curve.points.map(({ top, low }) => Math.max(top / y.high, y.low && low / y.low)));
    const most = 1 / Math.max(...shares), power = 10 ** Math.floor(Math.log10(most));
    zoom = y.log || !(most < Infinity && shares.length) ? 1 : power * [5, 4, 2.5, 2, 1].find(part => part * power <= most);
    ticks.forEach(({ text, value }) => { text.textContent = brief(value / zoom); });
    for (const piece of svg.querySelectorAll('.curve > *')) {
      const [, top] = (piece.matches('.line, .strokes, rect') ? null : /^M\S+ ([\d.]+)/.exec(piece.getAttribute('d'))) || [];
      set(piece, { transform: top ? `translate(0 ${raised(top) - top})` : `matrix(1 0 0 ${zoom} 0 ${raised(0)})` });
    }
  };
  const title = svg.getAttribute('aria-label');
  set(svg, { role: 'group' });
  set(area, { role: 'application', tabindex: 0,
    'aria-label': `${title}: chart; arrow keys go from value to value, the table has all` });
  set(svg.querySelector('.legend'), { role: 'group', 'aria-label': 'Curves' });
  svg.querySelectorAll('.entry').forEach((entry, n) => {
    const toggle = () => {
      const off = entry.classList.toggle('off');
      curves[n].element.classList.toggle('off', off);
      set(entry, { 'aria-checked': !off });
      hush();
      if (!y.log) fit();
    };
    set(entry, { role: 'checkbox', tabindex: 0, 'aria-checked': true, 'aria-label': curves[n].element.dataset.name });
    entry.addEventListener('click', toggle);
    entry.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      toggle();
    });
  });
  hush();
}
