// SPDX-License-Identifier: Apache-2.0
// Run in a report's page by report_page_test.sh, as the body of an async function: what is wrong with the page, in lines. It
// knows what `xbarlab export --jsonl` and the records of the same study say: `wanted.rows`, `wanted.records` by number.
'use strict';
{
  const found = [];
  const check = (what, good) => { if (!good) found.push(what); };
  const cellOf = cell => {
    const data = cell.querySelector('data');
    const text = data ? data.getAttribute('value') : cell.textContent;
    return cell.className === 'n' ? Number(text) : text;
  };
  const tableOf = section => {
    const rows = [...section.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cellOf));
    return { columns: [...section.querySelectorAll('thead th')].map(head => head.textContent), rows };
  };
  // What is shown of a number is the number, to six digits.
  for (const data of document.querySelectorAll('td data')) {
    const exact = Number(data.getAttribute('value')), shown = Number(data.textContent);
    check(`${data.textContent} is shown for ${exact}`, Math.abs(shown - exact) <= 1e-5 * Math.abs(exact));
  }

  // --- curves against the export ---------------------------------------------------------------------------------------

  const student = [0, 12.706205, 4.302653, 3.182446, 2.776445]; // which host/base/student.h has within .0012
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
  const intervalOf = (rows, column) => {
    const ci = column.replace(/(_mean)?(_cycles)?$/, (all, m, unit) => `_ci95${unit || ''}`);
    if (rows.length === 1) return rows[0][ci] ?? '';
    const values = rows.map(row => row[column]), middle = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    return student[values.length - 1] * Math.sqrt(squares / (values.length - 1) / values.length);
  };
  const isNear = (a, b, share = 1e-9) => a === b || Math.abs(a - b) <= share * Math.abs(b);
  const measures = Object.keys(wanted.rows[0]).slice(Object.keys(wanted.rows[0]).indexOf('run_cycles'));
  let compared = 0;
  for (const section of document.querySelectorAll('main section')) {
    const { columns, rows } = tableOf(section);
    const shown = columns.filter(column => measures.includes(column));
    if (section.id === 'points' || !shown.length) continue;
    const keys = columns.filter(column => column in wanted.rows[0] && !measures.includes(column));
    const family = wanted.rows.filter(row => row.status === 'done' &&
      (row.completion_seconds !== null) === columns.some(column => /completion|predicted/.test(column)));
    rows.forEach((cells, n) => {
      const of = column => cells[columns.indexOf(column)];
      const same = family.filter(row => keys.every(key => String(of(key)) === String(row[key] ?? '')));
      const seeds = new Map(same.map(row => [row.seed, row]));
      check(`${section.id}, row ${n + 1}: of no point`, same.length > 0);
      if (!same.length) return;
      for (const column of shown) {
        const values = [...seeds.values()].map(row => row[column]);
        compared += 1;
        check(`${section.id}, row ${n + 1}: ${column} is ${of(column)} instead of ${mean(values)}`,
          isNear(of(column), mean(values)));
        if (columns.includes(`${column} +-95%`)) {
          const interval = intervalOf([...seeds.values()], column), given = of(`${column} +-95%`);
          check(`${section.id}, row ${n + 1}: the interval is ${given} instead of ${interval}`,
            given === '' ? interval === '' || interval === null : isNear(given, interval, 0.0012));
        }
      }
    });
  }
  check(`only ${compared} numbers compared`, compared >= wanted.least);

  // All points, cell by cell.
  const points = tableOf(document.getElementById('points'));
  const done = wanted.rows.filter(row => row.status === 'done');
  check(`${points.rows.length} points instead of ${done.length}`, points.rows.length === done.length);
  points.rows.forEach((cells, n) => points.columns.forEach((column, c) =>
    check(`points: ${column} of row ${n + 1} is ${cells[c]} instead of ${done[n][column]}`,
      cells[c] === (typeof done[n][column] === 'boolean' ? String(done[n][column]) : done[n][column] ?? ''))));

  // --- single points against their records -----------------------------------------------------------------------------

  for (const [number, record] of Object.entries(wanted.records)) {
    const result = record.result;
    for (const name of ['blame', 'victims']) {
      const section = document.getElementById(`${name}-${number}`);
      if (!section) { found.push(`no ${name} of point ${number}`); continue; }
      const rows = tableOf(section).rows.map(row => row.slice(1));
      check(`${name} of point ${number}`, JSON.stringify(rows) === JSON.stringify(result.hol[name]));
    }
    const series = result.occupancy.series, queues = document.getElementById(`occupancy-queues-${number}`);
    if (!queues) { found.push(`no queues of point ${number}`); continue; }
    const sampled = tableOf(queues).rows;
    check(`cycles of point ${number}`,
      sampled.every((row, n) => row[0] === series.first_cycle + n * series.period) && sampled.length === series.samples);
    check(`queues of point ${number}`,
      JSON.stringify(sampled.map(row => row.slice(1))) === JSON.stringify(series.per_queue));
    const beats = tableOf(document.getElementById('occupancy-time')).rows.filter(row => row[0].startsWith(`point ${number}:`));
    check(`beats of point ${number}`, JSON.stringify(beats.map(row => row[2])) === JSON.stringify(series.beats));
    const latency = tableOf(document.getElementById('latency-distribution')).rows.filter(
      row => row[0].startsWith(`point ${number}:`));
    check(`latencies of point ${number}`,
      JSON.stringify(latency.map(row => [row[1], row[2]])) === JSON.stringify(result.latency.distribution));
  }

  // --- what is drawn is what the tables have ---------------------------------------------------------------------------

  // Real keys and a real mouse: Chromium gets them, the page from it.
  const send = (method, params) => new Promise(done => {
    window.realDone = done;
    window.real(JSON.stringify({ method, params }));
  });
  const codes = { Tab: 9, Enter: 13, Escape: 27, ' ': 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39,
    ArrowDown: 40 };
  const press = async key => {
    await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: codes[key] });
    await send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: codes[key] });
  };
  const mouse = (type, x, y) => send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left',
    clickCount: type === 'mouseMoved' ? 0 : 1 });
  const clickOn = async element => {
    element.scrollIntoView({ block: 'center' });
    const box = element.getBoundingClientRect();
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) await mouse(type, box.left + 4, box.top + box.height / 2);
  };
  const tabTo = async element => {
    for (let n = 0; n < 99 && document.activeElement !== element; ++n) await press('Tab');
    return document.activeElement === element;
  };
  // Where the first value of a curve is drawn: on its line, in the middle of its stroke, on top of its bar.
  const firstPlace = curve => {
    const bar = curve.querySelector('rect'), of = name => Number(bar.getAttribute(name));
    const [, x, y, wide = 0] = bar ? [0, of('x'), of('y'), of('width')]
      : curve.querySelector('path').getAttribute('d').match(/M([\d.-]+) ([\d.-]+)(?:h([\d.]+))?/);
    const { matrix } = (bar || curve.querySelector('path')).transform.baseVal.consolidate() || { matrix: new DOMMatrix() };
    const place = new DOMPoint(Number(x) + wide / 2, Number(y)).matrixTransform(DOMMatrix.fromMatrix(matrix));
    return [place.x, place.y];
  };
  const six = number => Number(Number(number).toPrecision(6));

  const plots = [...document.querySelectorAll('.plot')];
  check(`${plots.length} charts`, plots.length >= 2);
  for (const plot of plots.slice(0, wanted.plots)) {
    const section = plot.closest('section'), { id } = section, { columns, rows } = tableOf(section);
    const numbers = new Set(rows.flat().filter(cell => typeof cell === 'number').flatMap(
      cell => (id === 'completion' ? [cell, cell * 1e3] : [cell])).map(six));
    const svg = plot.querySelector('svg'), area = svg.querySelector('.area'), said = plot.querySelector('.said');
    const nameOf = entry => [...entry.querySelectorAll('text')].map(text => text.textContent).join(' ');
    const ring = svg.querySelector('.ring'), entries = [...svg.querySelectorAll('.entry')];
    const curves = [...svg.querySelectorAll('.curve')].map((element, n) => ({ element, name: nameOf(entries[n]),
      points: [...element.dataset.points.matchAll(/^\S+ \S+ \S+ (\S+)(?: ± (\S+))? at (.*)$/gm)].map(
        ([, value, ci95 = 0, x]) => [x, Number(value), Number(ci95)]) }));
    const drawn = curves.filter(curve => !curve.element.querySelector('.theory, .bound, .c6'));
    const points = drawn.flatMap(curve => curve.points), values = points.map(([, value]) => value);
    const names = [...svg.querySelectorAll('.names text')].map(text => text.textContent);
    check(`${id}: ${values.length} values drawn for ${rows.length} rows`, values.length > 0);
    check(`${id}: draws what its table has not`, values.every(value => numbers.has(value)));
    check(`${id}: an interval that its table has not`, points.every(([, , ci95]) => !ci95 || numbers.has(ci95)));
    check(`${id}: x that its axis or table has not`, points.every(
      ([x]) => (names.length ? names.includes(x) : numbers.has(Number(x)))));
    if (id === 'throughput') {
      const cells = rows.map(row => row[columns.indexOf('throughput')]);
      check('throughput: draws not all', cells.every(cell => values.includes(six(cell))));
    }
    if (!curves.length || !curves[0].points.length) continue;

    const says = (what, curve, point) => {
      const [x, y, ci95] = point, parts = said.textContent.slice(curve.name.length).match(/^: (\S+)(?: ± (\S+))? at (.*)$/) || [];
      check(`${id}: ${what} says '${said.textContent}' for ${curve.name} ${point}`, said.textContent.startsWith(curve.name) &&
        Number(parts[1]) === y && Number(parts[2] || 0) === ci95 && parts[3] === x);
    };
    const isRingAt = ([x, y], far = 0.2) => {
      const { matrix } = ring.transform.baseVal.consolidate() || { matrix: new DOMMatrix() };
      return getComputedStyle(ring).display !== 'none' && Math.abs(matrix.e - x) < far && Math.abs(matrix.f - y) < far;
    };
    // Where a value is by the first and the last number of its axis.
    const isLog = !('zero' in area.dataset), heightOf = value => {
      const ends = [...svg.querySelectorAll('.y text')].map(text => [Number(text.textContent), Number(text.getAttribute('y')) - 4]);
      const [[low, below], [high, above]] = [ends[0], ends.at(-1)], scale = isLog ? Math.log : number => number;
      return below + (above - below) * (scale(value) - scale(low)) / (scale(high) - scale(low));
    };
    const isShown = curve => getComputedStyle(curve.element).display !== 'none';
    // Its numbers and its words, apart from the last digit of a pixel.
    const partsOf = () => [...area.querySelectorAll('*')].flatMap(element => [...['d', 'x', 'y', 'height'].map(
      name => element.getAttribute(name) || ''), element.childElementCount ? '' : element.textContent]).join(' ').split(/[ A-Za-z]+/);
    const isAsBefore = () => partsOf().every((part, n) => part === before[n] || Math.abs(part - before[n]) < 0.11);
    const before = partsOf(), first = curves[0], last = curves.findLast(curve => curve.points.length);

    // By keyboard.
    check(`${id}: Tab does not reach the chart`, await tabTo(area));
    says('the focus', first, first.points[0]);
    check(`${id}: no ring where the first value is drawn`, isRingAt(firstPlace(first.element)));
    check(`${id}: the first value is not at ${heightOf(first.points[0][1])}`,
      isRingAt([firstPlace(first.element)[0], heightOf(first.points[0][1])], 0.3));
    await press('ArrowRight');
    says('the right arrow', first, first.points[Math.min(1, first.points.length - 1)]);
    await press('End');
    says('End', first, first.points[first.points.length - 1]);
    await press('Home');
    await press('ArrowUp');
    check(`${id}: the arrow upward says '${said.textContent}'`, said.textContent.startsWith(`${last.name}: `));
    await press('Escape');
    check(`${id}: Escape leaves '${said.textContent}'`, said.textContent === '' && !isRingAt(firstPlace(last.element)));
    check(`${id}: Tab does not reach the first curve's name`, await tabTo(entries[0]));
    const state = () => [entries[0].getAttribute('aria-checked'), isShown(first)].join();
    check(`${id}: the first curve is not shown`, state() === 'true,true');
    for (const key of [' ', 'Enter']) {
      await press(key);
      check(`${id}: '${key}' leaves ${state()}`, state() === (key === ' ' ? 'false,false' : 'true,true'));
    }
    check(`${id}: shown again it is another drawing`, isAsBefore());

    // By mouse: the value that is nearest, here at the place of one.
    area.scrollIntoView({ block: 'center' });
    const at = svg.getScreenCTM(), [x, y] = firstPlace(last.element);
    await mouse('mouseMoved', at.e + at.a * x + 1, at.f + at.d * y);
    check(`${id}: no ring where the mouse is`, isRingAt([x, y], 2.5));
    const named = curves.filter(curve => said.textContent.startsWith(`${curve.name}: `));
    check(`${id}: the mouse says '${said.textContent}'`,
      named.some(curve => curve.points.some(point => said.textContent.includes(`: ${String(six(point[1])).slice(0, 4)}`))));
    const tip = said.getBoundingClientRect(), frame = plot.getBoundingClientRect();
    check(`${id}: the value lies outside of the chart`, tip.left >= frame.left && tip.right <= frame.right &&
      tip.top >= frame.top && tip.bottom <= frame.bottom && tip.width > 20);
    await mouse('mouseMoved', 2, 2);
    check(`${id}: without a mouse it says '${said.textContent}'`, said.textContent === '');

    // The highest curves hidden, a linear axis fits the others, and their marks stay on their lines.
    const greatest = curve => Math.max(...curve.points.map(([, value, ci95 = 0]) => value + ci95));
    const most = Math.max(...curves.filter(curve => curve.points.length).map(greatest));
    const highest = curves.filter(curve => greatest(curve) === most);
    const others = curves.filter(curve => curve.points.length && greatest(curve) !== most);
    const lastTick = () => Number([...svg.querySelectorAll('.y text')].pop().textContent), tick = lastTick();
    for (const curve of highest) await clickOn(entries[curves.indexOf(curve)]);
    check(`${id}: a click hides nothing`, !highest.some(isShown) && others.every(isShown));
    if (others.length) {
      const bound = Math.max(...others.map(greatest)), box = area.querySelector('.hit').getBBox(), bottom = box.y + box.height;
      const fits = lastTick() <= tick && lastTick() <= bound * 2.0001;
      check(`${id}: the axis ends at ${lastTick()} for ${bound}`, bound === 0 || (isLog ? lastTick() === tick : fits));
      check(`${id}: ${others[0].name} is beyond the axes`, others.every(curve => {
        const [left, top] = firstPlace(curve.element);
        return left >= 76 && left <= 700 && top >= 0 && top <= bottom;
      }));
      for (const { element } of others) {
        const line = element.querySelector('.line'), marks = [...element.querySelectorAll('[class^=hollow], [class^=f]:not(rect)')];
        const middleOf = part => part.getBoundingClientRect().top + part.getBoundingClientRect().height / 2;
        const inside = line && marks.every(mark => middleOf(mark) > line.getBoundingClientRect().top - 6 &&
          middleOf(mark) < line.getBoundingClientRect().bottom + 6);
        check(`${id}: marks have left their line`, !marks.length || inside);
        check(`${id}: marks are stretched`, marks.every(mark => mark.getBoundingClientRect().height < 16));
      }
      area.focus();
      await press('Home');
      await press('ArrowDown');
      await press('ArrowUp');
      await press('Home');
      const now = others.find(curve => said.textContent.startsWith(`${curve.name}: `));
      check(`${id}: keys go to '${said.textContent}', which is hidden`, now);
      check(`${id}: no ring on what has moved`, now && isRingAt(firstPlace(now.element)));
    }
    for (const entry of entries.filter((entry, n) => isShown(curves[n]))) await clickOn(entry);
    check(`${id}: not all can be hidden`, !curves.some(isShown));
    for (const entry of entries) await clickOn(entry);
    check(`${id}: all shown again is another drawing`, isAsBefore());
    const roles = [svg, area, svg.querySelector('.legend'), ...entries].map(element => element.getAttribute('role'));
    check(`${id}: roles ${roles}`, String(roles) === ['group', 'application', 'group', ...curves.map(() => 'checkbox')].join());
    check(`${id}: no names`, [svg, area, ...entries].every(element => element.getAttribute('aria-label')) &&
      entries.every((entry, n) => entry.getAttribute('aria-label') === curves[n].name) && said.getAttribute('role') === 'status');
  }
  for (const section of document.querySelectorAll('main section figure')) {
    const id = section.parentNode.id, svg = section.querySelector('svg.drawing');
    check(`${id}: no SVG with a title`, svg && svg.getAttribute('role') &&
      (svg.getAttribute('aria-label') || svg.querySelector('title').textContent) === section.parentNode.querySelector('h2').textContent);
    check(`${id}: nothing in the SVG`, svg && svg.querySelectorAll('path').length >= 3);
  }

  // --- each figure's CSV is its table ----------------------------------------------------------------------------------

  const cellsOf = csv => [...csv.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g)].map(
    ([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
  for (const link of document.querySelectorAll('a[download]')) {
    const section = link.closest('section'), { columns, rows } = tableOf(section);
    const csv = decodeURIComponent(link.getAttribute('href').split(',').slice(1).join(','));
    const same = (a, b) => a === String(b) || (typeof b === 'number' && a !== '' && Number(a) === b);
    const cells = cellsOf(csv), all = [...columns, ...rows.flat()];
    check(`${section.id}: its CSV has ${cells.length} cells instead of ${all.length}`, cells.length === all.length);
    check(`${section.id}: its CSV is not its table`, all.every((cell, n) => same(cells[n], cell)));
  }

  // --- texts from outside are texts --------------------------------------------------------------------------------------

  check(`the title is ${document.title}`, document.title === wanted.title);
  check('the heading is not the title', document.querySelector('h1').textContent === wanted.title);
  check('an element came from a text', !document.querySelector('img, iframe, object, embed, link, main script, [onerror]'));
  check('a script came from a text', !('hostile' in window));
  const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
  check('an id is there twice', new Set(ids).size === ids.length);
  check(`ground ${getComputedStyle(document.body).backgroundColor}`,
    getComputedStyle(document.body).backgroundColor === wanted.ground);

  // --- on paper -----------------------------------------------------------------------------------------------------------

  const folds = [...document.querySelectorAll('details')], isSeen = fold => fold.querySelector('td').checkVisibility();
  check('on screen tables other than that of a search are open', folds.every(
    fold => isSeen(fold) === (fold.parentNode.id === 'found')));
  await send('Page.printToPDF', {});
  await send('Emulation.setEmulatedMedia', { media: 'print' });
  check('on paper tables are folded away', folds.every(isSeen));
  const wide = folds.filter(fold => fold.querySelectorAll('th').length > 10);
  check('a wide table on paper has no names of its columns', wide.length > 0 && wide.every(fold => {
    const { columns } = tableOf(fold);
    return [...fold.querySelectorAll('td')].every((cell, n) =>
      getComputedStyle(cell, '::before').content.startsWith('"') && cell.dataset.column === columns[n % columns.length]);
  }));
  await send('Emulation.setDeviceMetricsOverride', { width: 718, height: 1047, deviceScaleFactor: 1, mobile: false });
  const controls = [...document.querySelectorAll('nav, summary, a[download], .said, .ring')];
  check('controls are on paper', controls.every(element => getComputedStyle(element).display === 'none'));
  const bottomOf = element => element.getBoundingClientRect().bottom + scrollY;
  const figures = [...document.querySelectorAll('figure')], tables = folds.filter(fold => fold.parentNode.id !== 'found');
  for (const { parentNode: { id, children } } of figures) {
    const parts = [...children].filter(part => part.tagName !== 'DETAILS'), [title] = parts;
    const high = Math.max(...parts.map(bottomOf)) - title.getBoundingClientRect().top - scrollY;
    check(`${id}: no two of ${high} pixels on a page`, id === 'found' || high < 1047 / 2);
  }
  check('a table is before a figure', Math.max(...figures.map(bottomOf)) <= Math.min(...tables.map(bottomOf)));

  return [...found.slice(0, 20), 'page checked'].join('\n');
}
