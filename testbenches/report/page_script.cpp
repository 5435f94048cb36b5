// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/page.h"

namespace xb {

/// Draws what is in #charts with Chart.js, in the colours of the page's light or dark style; a check box for
/// each curve; arrow keys go from value to value.
const char* page_script() {
  return R"js('use strict';
(() => {
  const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', ''];
  const marks = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'cross', 'star'];
  // Curves of steps have no marks.
  const stepDashes = [[], [9, 3], [2, 2], [9, 3, 2, 3], [14, 4], [5, 5], [1, 3]];
  const dashes = { measured: [], percentile: [7, 4], theory: [2, 3], bound: [] };
  const root = document.documentElement;
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const drawn = [];
  const style = name => getComputedStyle(root).getPropertyValue(name).trim();
  const brief = number => String(Number(Number(number).toPrecision(6)));
  const colourOf = curve => (curve.kind === 'bound' ? style('--soft') : colours[curve.colour] || style('--ink'));
  // Of bars whose colour another has, too: pale, pale with strokes across, with a grid.
  const fillOf = (colour, pattern) => {
    if (!pattern) return colour;
    const tile = document.createElement('canvas'), size = 5;
    tile.width = tile.height = size;
    const pen = tile.getContext('2d');
    pen.fillStyle = pen.strokeStyle = colour;
    pen.globalAlpha = 0.22;
    pen.fillRect(0, 0, size, size);
    pen.globalAlpha = 1;
    if (pattern > 1) pen.fillRect(0, 0, size, 1.2);
    if (pattern > 2) pen.fillRect(0, 0, 1.2, size);
    return pen.createPattern(tile, 'repeat');
  };
  const colourSet = set => {
    const colour = set.type === 'line' && set.stroke ? style('--ink') : colourOf(set.curve);
    set.borderColor = set.pointBorderColor = set.backgroundColor = colour;
    if (set.type === 'bar') {
      set.backgroundColor = fillOf(colour, set.curve.pattern);
      set.borderWidth = set.curve.pattern ? 1.4 : 0;
    }
    set.pointBackgroundColor = set.curve.kind === 'percentile' ? style('--ground') : colour;
    return set;
  };
  root.classList.add('scripted');

  // Intervals: Chart.js has none.
  const intervals = {
    id: 'intervals',
    afterDatasetsDraw(chart) {
      const pen = chart.ctx, scale = chart.scales.y, area = chart.chartArea;
      pen.save();
      pen.beginPath();
      pen.rect(area.left, area.top, area.width, area.height);
      pen.clip();
      chart.data.datasets.forEach((set, at) => {
        if (!chart.isDatasetVisible(at)) return;
        const elements = chart.getDatasetMeta(at).data;
        pen.strokeStyle = set.type === 'bar' ? style('--ink') : set.borderColor;
        pen.lineWidth = 1.5;
        set.data.forEach((value, n) => {
          if (!value || !value.ci95) return;
          const x = elements[n].x, low = value.y - value.ci95;
          const bottom = scale.type === 'logarithmic' && low <= 0 ? area.bottom : scale.getPixelForValue(low);
          const top = scale.getPixelForValue(value.y + value.ci95);
          pen.beginPath();
          pen.moveTo(x - 4, top);
          pen.lineTo(x + 4, top);
          pen.moveTo(x, top);
          pen.lineTo(x, bottom);
          pen.moveTo(x - 4, bottom);
          pen.lineTo(x + 4, bottom);
          pen.stroke();
        });
      });
      pen.restore();
    },
  };

  const datasetOf = (curve, chart) => {
    const inCategories = chart.x.categories.length > 0;
    const bar = inCategories && (curve.kind === 'measured' || curve.kind === 'percentile');
    const plain = curve.kind === 'theory' || curve.kind === 'bound' || chart.steps;
    const data = curve.points.map(p => ({ x: inCategories ? chart.x.categories[p[0]] : p[0], y: p[1], ci95: p[2] }));
    return {
      curve, data, type: bar ? 'bar' : 'line', label: curve.name, borderWidth: curve.kind === 'bound' ? 1 : 2,
      stroke: inCategories, borderDash: chart.steps ? stepDashes[curve.colour] : dashes[curve.kind],
      showLine: !inCategories && !curve.apart, tension: 0, stepped: chart.steps ? 'before' : false,
      pointStyle: inCategories || curve.apart ? 'line' : marks[curve.mark],
      pointRadius: inCategories ? 16 : curve.apart ? 10 : plain ? 0 : 4,
      pointHoverRadius: inCategories ? 18 : 6, order: bar ? 2 : 1,
    };
  };
  const paint = chart => {
    chart.data.datasets.forEach(colourSet);
    for (const axis of Object.values(chart.options.scales)) {
      axis.grid.color = axis.grid.borderColor = style('--grid');
      axis.ticks.color = axis.title.color = style('--ink');
    }
    chart.update('none');
  };
  const axisOf = (axis, fromZero) => ({
    type: axis.categories.length ? 'category' : axis.log ? 'logarithmic' : 'linear',
    ...(axis.categories.length ? { labels: axis.categories } : {}),
    beginAtZero: fromZero && !axis.log,
    title: { display: axis.label !== '', text: axis.label },
    grid: {},
    ticks: axis.categories.length ? {} : { maxRotation: 0, callback: (value, n, all) => {
      const lead = Number(String(value.toExponential()).charAt(0));
      return axis.log && all.length > 12 && lead !== 1 ? '' : brief(value);
    } },
  });
  const wordsOf = (chart, set, n) => {
    const value = set.data[n], x = typeof value.x === 'number' ? brief(value.x) : value.x;
    return `${set.label}: ${brief(value.y)}${value.ci95 ? ` ± ${brief(value.ci95)}` : ''} at ${x}`;
  };

  // A line, its dash and its mark, or a bar.
  const sampleOf = set => {
    const space = 'http://www.w3.org/2000/svg';
    const make = (name, attributes) => {
      const element = document.createElementNS(space, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const colour = set.borderColor, sample = make('svg', { width: 34, height: 14, 'aria-hidden': 'true' });
    if (set.type === 'bar') {
      const pattern = set.curve.pattern, size = { x: 10, y: 1, width: 12, height: 12 };
      sample.append(make('rect', { ...size, fill: colour, stroke: colour, 'fill-opacity': pattern ? 0.22 : 1 }));
      const strokes = (pattern > 1 ? 'M10 5h12m-12 4h12' : '') + (pattern > 2 ? 'M14 1v12m4 -12v12' : '');
      if (strokes) sample.append(make('path', { d: strokes, stroke: colour, 'stroke-width': 1.2 }));
      return sample;
    }
    sample.append(make('path', { d: 'M1 7h32', stroke: colour, 'stroke-width': set.borderWidth,
      'stroke-dasharray': set.showLine ? set.borderDash.join(' ') : '', fill: 'none' }));
    const shapes = ['M13 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0z', 'M13 3h8v8h-8z', 'M17 2l5 9h-10z', 'M17 2l5 5l-5 5l-5-5z',
      'M13 3l8 8m0-8l-8 8', 'M12 7h10m-5-5v10', 'M13 3l8 8m0-8l-8 8m-1-4h10m-5-5v10'];
    if (set.pointRadius > 0 && set.showLine) {
      const hollow = set.curve.kind === 'percentile';
      sample.append(make('path', { d: shapes[set.curve.mark], stroke: colour, fill: hollow ? 'none' : colour }));
    }
    return sample;
  };
  const addLegend = (chart, list) => {
    list.replaceChildren(...chart.data.datasets.map((set, at) => {
      const item = document.createElement('li'), label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = chart.isDatasetVisible(at);
      box.addEventListener('change', () => {
        chart.setDatasetVisibility(at, box.checked);
        chart.update('none');
      });
      label.append(box, sampleOf(set), ' ' + set.label);
      item.append(label);
      return item;
    }));
  };

  const addKeys = (chart, canvas, said) => {
    let curve = 0, value = -1;
    canvas.addEventListener('keydown', event => {
      const sets = chart.data.datasets;
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if ((!step && !turn) || !sets.length) return;
      event.preventDefault();
      if (turn) curve = (curve + turn + sets.length) % sets.length;
      value = Math.min(Math.max(value + (step || 0), 0), sets[curve].data.length - 1);
      const active = [{ datasetIndex: curve, index: value }], element = chart.getDatasetMeta(curve).data[value];
      chart.setActiveElements(active);
      chart.tooltip.setActiveElements(active, { x: element.x, y: element.y });
      chart.update('none');
      said.textContent = wordsOf(chart, sets[curve], value);
    });
  };

  for (const [id, data] of Object.entries(charts)) {
    const canvas = document.getElementById(`${id}-chart`), list = document.getElementById(`${id}-legend`);
    const chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: data.curves.map(curve => colourSet(datasetOf(curve, data))) },
      plugins: [intervals],
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'nearest', intersect: false },
        layout: { padding: { right: 16, top: 6 } }, scales: { x: axisOf(data.x, false), y: axisOf(data.y, true) },
        plugins: {
          legend: { display: false },
          tooltip: { callbacks: { title: () => '', label: item => wordsOf(item.chart, item.dataset, item.dataIndex) } },
        },
      },
    });
    paint(chart);
    addLegend(chart, list);
    addKeys(chart, canvas, document.getElementById(`${id}-said`));
    drawn.push([chart, list]);
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const [chart, list] of drawn) {
      paint(chart);
      addLegend(chart, list);
    }
  });
})();
)js";
}

}  // namespace xb
