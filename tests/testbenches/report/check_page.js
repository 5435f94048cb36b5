// SPDX-License-Identifier: Apache-2.0
// Put at the end of a report's page by report_page_test.sh: what is wrong with the page, in lines `page: ...`. It knows what
// `xbarlab export --jsonl` and the records of the same study say: `wanted.rows`, `wanted.records` by number.
'use strict';
{
  const wanted = JSON.parse(document.getElementById('wanted').textContent);
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

  const student = [0, 12.706, 4.303, 3.182, 2.776];
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
  const intervalOf = (rows, column) => {
    const ci = column.replace(/(_mean)?(_cycles)?$/, (all, m, unit) => `_ci95${unit || ''}`);
    if (rows.length === 1) return rows[0][ci] ?? '';
    const values = rows.map(row => row[column]), middle = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    return student[values.length - 1] * Math.sqrt(squares / (values.length - 1) / values.length);
  };
  const isNear = (a, b) => a === b || Math.abs(a - b) <= 1e-9 * Math.abs(b);
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
            given === '' ? interval === '' || interval === null : isNear(given, interval));
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

  const canvases = [...document.querySelectorAll('canvas')];
  check(`${canvases.length} charts`, canvases.length >= 4);
  for (const canvas of canvases) {
    const section = canvas.closest('section'), chart = Chart.getChart(canvas), { columns, rows } = tableOf(section);
    check(`${section.id}: no chart`, chart);
    if (!chart) continue;
    const numbers = new Set(rows.flat().filter(cell => typeof cell === 'number').flatMap(
      cell => (section.id === 'completion' ? [cell, cell * 1e3] : [cell])));
    const drawn = chart.data.datasets.filter(set => set.curve.kind === 'measured' || set.curve.kind === 'percentile');
    const values = drawn.flatMap(set => set.data.map(value => value.y));
    check(`${section.id}: ${values.length} values drawn for ${rows.length} rows`, values.length > 0);
    check(`${section.id}: draws what its table has not`, values.every(value => numbers.has(value)));
    if (section.id === 'throughput') {
      const cells = rows.map(row => row[columns.indexOf('throughput')]);
      check('throughput: draws not all', cells.every(cell => values.includes(cell)));
    }
    // Not blank: ink, in several colours.
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Map();
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at + 3] < 255) continue;
      const colour = `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`;
      colours.set(colour, (colours.get(colour) || 0) + 1);
    }
    const ink = [...colours.values()].filter(count => count > 40).length;
    check(`${section.id}: the chart is blank`, canvas.width > 300 && canvas.height > 200 && ink >= 2);
    // By keyboard: arrow keys go through the values; a check box hides a curve.
    const said = section.querySelector('.said');
    canvas.focus();
    check(`${section.id}: the chart takes no focus`, document.activeElement === canvas);
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', cancelable: true }));
    check(`${section.id}: arrow keys say nothing`, said.textContent.includes(chart.data.datasets[0].label));
    const box = section.querySelector('.legend input');
    box.click();
    check(`${section.id}: the first curve is not hidden`, !chart.isDatasetVisible(0));
    box.click();
    check(`${section.id}: no text instead`, canvas.getAttribute('aria-label') && canvas.getAttribute('role') === 'img');
  }
  for (const section of document.querySelectorAll('main section figure')) {
    const id = section.parentNode.id, svg = section.querySelector('svg.drawing');
    check(`${id}: no SVG with a title`, svg && svg.getAttribute('role') === 'img' && svg.querySelector('title').textContent);
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

  const list = document.createElement('pre');
  list.textContent = ['', ...found.slice(0, 20).map(line => `page: ${line}`), 'page checked', ''].join('\n');
  document.body.append(list);
}
