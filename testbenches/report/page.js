// SPDX-License-Identifier: Apache-2.0
// Works on the drawings of curves: values by mouse and arrow keys; curves are hidden by their names, and the
// axes fit those that are left. It scales and writes numbers as curve_drawing.cpp does.

'use strict';
const brief = number => {
  const size = Math.abs(number), short = Number(number.toPrecision(6));
  if (size === 0 || (size >= 1e-4 && Math.abs(short) < 1e6)) return String(short);
  return short.toExponential().replace(/([+-])(\d)$/, '$10$2');
};
const scaleOf = ([low, high, first, last, log]) => ({ low, high, first, last, log, at: value => first + (last - first) *
  (log ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low)) });
const pixel = number => String(Number(number.toFixed(1)));
const ticksOf = ({ low, high, log }) => {
  const ticks = [], step = 10 ** Math.floor(Math.log10((high - low) / 6));
  if (log) {
    const parts = Math.log10(high / low) > 3 ? [1] : [1, 2, 5];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
      ticks.push(...parts.map(part => part * 10 ** power).filter(tick => tick >= low * 0.999 && tick <= high * 1.001));
  } else {
    const wide = [1, 2, 5, 10].map(part => part * step).find(part => part >= (high - low) / 6 * 0.999);
    for (let n = Math.ceil(low / wide - 1e-9); n * wide <= high + wide * 1e-9; ++n) ticks.push(n * wide);
  }
  return ticks.length ? ticks : [low];
};
const addTo = (parent, name, attributes, text = '') => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  parent.append(element);
  return element;
};

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
  const ring = addTo(svg, 'circle', { class: 'ring', r: 0 });
  const names = [...svg.querySelectorAll('.names text')].map(text => text.textContent);
  const drawn = ['x', 'y'].map(axis => scaleOf(svg.dataset[axis].split(' ').map(Number)));
  let [x, y] = drawn;
  const curves = [...svg.querySelectorAll('.curve')].map(element => ({
    element,
    points: element.dataset.points.split(' ').filter(text => text).map(text => {
      const [atX, atY, ci95 = 0] = text.split(',').map(Number);
      const value = `${brief(atY)}${ci95 ? ` ± ${brief(ci95)}` : ''}`;
      const words = `${element.dataset.name}: ${value} at ${names[atX] || brief(atX)}`;
      return { x: atX, y: atY, ci95, words, place: () => [x.at(atX) + Number(element.dataset.aside), y.at(atY)] };
    }),
  }));
  const shown = () => curves.filter(curve => !curve.element.classList.contains('off') && curve.points.length);

  // --- values ---
  let curve = curves[0], point = null;
  const hush = () => {
    said.textContent = '';
    ring.setAttribute('r', 0);
  };
  const say = (itsCurve, itsPoint, words = itsPoint.words) => {
    [curve, point] = [itsCurve, itsPoint];
    const [left, top] = point.place(), { width, height } = svg.viewBox.baseVal, zoom = svg.clientWidth / width;
    ring.setAttribute('cx', left);
    ring.setAttribute('cy', top);
    ring.setAttribute('r', 8);
    said.textContent = words;
    const after = left < width / 2, below = top < height / 2;
    said.style.left = after ? `${(left + 12) * zoom}px` : 'auto';
    said.style.right = after ? 'auto' : `${(width - left + 12) * zoom}px`;
    said.style.top = below ? `${(top + 12) * zoom}px` : 'auto';
    said.style.bottom = below ? 'auto' : `${(height - top + 12) * zoom}px`;
  };
  area.addEventListener('mousemove', event => {
    const box = svg.getBoundingClientRect(), zoom = box.width / svg.viewBox.baseVal.width;
    const mouse = [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
    const far = place => Math.hypot(place[0] - mouse[0], place[1] - mouse[1]);
    const all = shown().flatMap(one => one.points.map(value => ({ one, value, far: far(value.place()) })));
    const nearest = all.reduce((best, other) => (other.far < best.far ? other : best), { far: Infinity });
    // Values that lie on one another are all said.
    const words = all.filter(other => other.far < nearest.far + 0.01).map(other => other.value.words).join('\n');
    if (nearest.one && words !== said.textContent) say(nearest.one, nearest.value, words);
  });
  area.addEventListener('mouseleave', hush);
  area.addEventListener('blur', hush);
  const moveBy = (step, turn) => {
    const all = shown();
    if (!all.length) return;
    const before = point, where = Math.max(all.indexOf(curve), 0);
    curve = all[(where + turn + all.length) % all.length];
    // On another curve, the value above or below.
    const far = value => Math.abs(x.at(value.x) - x.at(before.x));
    if (before && !curve.points.includes(before))
      point = curve.points.reduce((best, value) => (far(value) < far(best) ? value : best));
    const next = before ? curve.points.indexOf(point) + step : 0;
    say(curve, curve.points[Math.min(Math.max(next, 0), curve.points.length - 1)]);
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

  // --- axes that fit what is shown ---
  const fitted = (scale, lows, highs, upright) => {
    const { first, last, log } = scale;
    let low = lows.reduce((a, b) => Math.min(a, b)), high = highs.reduce((a, b) => Math.max(a, b));
    if (upright && !log) low = Math.min(low, 0);
    if (upright && log && low < high) [low, high] = [low / 1.15, high * 1.15];
    if (!(low < high)) high = log ? low * 10 : low + 1;
    if (!log) [low, high] = [low - (upright ? 0 : 0.02 * (high - low)), high + (upright ? 0.04 : 0.02) * (high - low)];
    return scaleOf([low, high, first, last, log]);
  };
  // A curve is its line, and then of each point its interval, if any, and its mark; bars come before their interval.
  const draw = ({ element, points }) => {
    let n = element.querySelector('rect') ? -1 : 0;
    for (const piece of points.length ? element.children : []) {
      const path = piece.getAttribute('d'), base = y.log ? y.first : y.at(0);
      const set = (name, value) => piece.setAttribute(name, value);
      if (path === null) {
        const top = y.at(points[++n].y);
        set('y', pixel(Math.min(top, base)));
        set('height', pixel(Math.abs(base - top)));
        continue;
      }
      const [left, top] = points[n].place(), { ci95 } = points[n];
      if (piece.matches('.strokes')) {
        const bar = piece.previousElementSibling;
        const [barX, wide, barY, high] = ['x', 'width', 'y', 'height'].map(name => Number(bar.getAttribute(name)));
        let d = '';
        for (let down = high - 4; down > 0; down -= 4) d += `M${barX} ${pixel(barY + down)}h${wide}`;
        for (let right = path.includes('v') ? 4 : wide; right < wide; right += 4)
          d += `M${pixel(barX + right)} ${barY}v${high}`;
        set('d', d);
      } else if (!piece.matches('.line')) {
        set('d', path.replace(/^M[^a-z]*/, `M${pixel(left)} ${pixel(top)}`));
        ++n;
      } else if (n === 0 && piece === element.firstElementChild) {
        const wide = Number((path.match(/h([\d.]+)/) || [0, 0])[1]), steps = path.includes('H');
        set('d', points.map((point, at) => {
          const [x1, y1] = point.place();
          if (wide) return `M${pixel(x1 - wide / 2)} ${pixel(y1)}h${wide}`;
          return at && steps ? `H${pixel(x1)}V${pixel(y1)}` : `${at ? 'L' : 'M'}${pixel(x1)} ${pixel(y1)}`;
        }).join(''));
      } else {
        const bottom = pixel(y.at(points[n].y - ci95));
        set('d', `M${pixel(left)} ${bottom}V${pixel(y.at(points[n].y + ci95))}m-4 0h8M${pixel(left - 4)} ${bottom}h8`);
      }
    }
  };
  const fit = () => {
    const points = shown().flatMap(one => one.points), [drawnX, drawnY] = drawn;
    if (!points.length) return;
    if (!names.length) x = fitted(drawnX, points.map(p => p.x), points.map(p => p.x), false);
    const lows = points.map(p => (drawnY.log && p.y <= p.ci95 ? p.y : p.y - p.ci95));
    y = fitted(drawnY, lows, points.map(p => p.y + p.ci95), true);
    shown().forEach(draw);
    const rows = svg.querySelector('.y'), columns = svg.querySelector('.x');
    rows.replaceChildren();
    for (const tick of ticksOf(y)) {
      addTo(rows, 'path', { class: 'grid', d: `M${x.first} ${pixel(y.at(tick))}H${x.last}` });
      addTo(rows, 'text', { class: 'end', x: x.first - 6, y: pixel(y.at(tick) + 4) }, brief(tick));
    }
    if (columns) columns.replaceChildren();
    for (const tick of columns ? ticksOf(x) : []) {
      addTo(columns, 'path', { class: 'grid', d: `M${pixel(x.at(tick))} ${y.last}V${y.first}` });
      addTo(columns, 'text', { class: 'mid', x: pixel(x.at(tick)), y: y.first + 18 }, brief(tick));
    }
  };

  // --- for keyboards and screen readers ---
  const title = svg.getAttribute('aria-label');
  const give = (element, attributes) => Object.entries(attributes).forEach(pair => element.setAttribute(...pair));
  give(svg, { role: 'group' });
  give(area, { role: 'application', tabindex: 0,
    'aria-label': `${title}: chart; arrow keys go from value to value, the table has all` });
  give(svg.querySelector('.legend'), { role: 'group', 'aria-label': 'Curves' });
  svg.querySelectorAll('.entry').forEach((entry, n) => {
    const toggle = () => {
      const off = entry.classList.toggle('off');
      curves[n].element.classList.toggle('off', off);
      entry.setAttribute('aria-checked', !off);
      hush();
      fit();
    };
    give(entry, { role: 'checkbox', tabindex: 0, 'aria-checked': true, 'aria-label': curves[n].element.dataset.name });
    entry.addEventListener('click', toggle);
    entry.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      toggle();
    });
  });
}
