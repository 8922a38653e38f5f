import { orders, perSecond, rate } from './words.js';
import { markers } from './markers.js';

const { Chart } = globalThis;
const SHOWN_SECONDS = 60;

const dark = matchMedia('(prefers-color-scheme: dark)');
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Charts move once a second anyway: nothing else is animated, whether or not the visitor prefers reduced motion. */
Object.assign(Chart.defaults, { animation: false, responsive: true, maintainAspectRatio: false });
Chart.defaults.plugins.legend.display = false;
Chart.defaults.font.family = 'system-ui, sans-serif';
Chart.defaults.elements.point.radius = 0;
Chart.defaults.interaction = { mode: 'index', intersect: false };

const line = (label, shade, more) => ({ label, shade, data: [], borderWidth: 2, ...more });
const shade = (level) => ({ WARNING: color('raised'), ALARM: color('storm') })[level];
const area = (label, shade, more) => line(label, shade, { fill: true, stack: 'areas', borderWidth: 1, ...more });

const amplification = new Chart('amplification-chart', {
  type: 'line',
  data: {
    datasets: [
      line('requests per order', 'calm', {
        borderWidth: 3,
        segment: { borderColor: ({ chart, p1DataIndex }) => shade(chart.data.datasets[0].data[p1DataIndex].level) },
      }),
      line('allowed from then on', 'muted', { borderDash: [6, 4], borderWidth: 1.5 }),
    ],
  },
  options: { scales: { x: timeAxis(), y: valueAxis({ suggestedMax: 4, ticks: { stepSize: 1, callback: (value) => `${value}×` } }) } },
  plugins: [markers(color)],
});

const ordersChart = new Chart('orders-chart', {
  type: 'line',
  data: { datasets: [area('paid', 'paid'), area('paid after a retry', 'recovered'), area('not paid', 'failed')] },
  options: { scales: { x: timeAxis(), y: valueAxis({ stacked: true, suggestedMax: 10 }) } },
});

const attempts = new Chart('attempts-chart', {
  type: 'bar',
  data: { labels: [], datasets: [line('orders', 'tokens', { maxBarThickness: 90, borderRadius: 4 })] },
  options: {
    scales: {
      x: { grid: { display: false }, title: { display: true, text: 'attempts' } },
      y: valueAxis({ max: 100, ticks: { callback: (value) => `${value} %` } }),
    },
  },
});

const budgetChart = new Chart('budget-chart', {
  type: 'line',
  data: {
    datasets: [
      line('retries left', 'tokens', { fill: true, stepped: true }),
      line('denied per second', 'failed', { borderDash: [2, 3] }),
    ],
  },
  options: { scales: { x: timeAxis(), y: valueAxis({ suggestedMax: 20 }) } },
});

const paceChart = new Chart('pace-chart', {
  type: 'line',
  data: {
    datasets: [
      line('pace', 'calm', { borderWidth: 3, stack: 'pace' }),
      line('limit', 'muted', { borderDash: [6, 4], borderWidth: 1.5, stepped: true, stack: 'limit' }),
      area('admitted', 'tokens'),
      area('throttled', 'failed', { fill: '-1' }),
    ],
  },
  options: { scales: { x: timeAxis(), y: valueAxis({ stacked: true, suggestedMax: 60 }) } },
  plugins: [markers(color)],
});

const all = [amplification, ordersChart, attempts, budgetChart, paceChart];

function timeAxis() {
  const text = (value) => (value === 0 ? 'now' : `${value} s`.replace('-', '−'));
  return {
    type: 'linear',
    min: -SHOWN_SECONDS,
    max: 0,
    grid: { display: false },
    ticks: { stepSize: 15, maxRotation: 0, callback: text },
  };
}

function valueAxis(more) {
  return { beginAtZero: true, ...more, ticks: { maxTicksLimit: 6, precision: more.max ? 0 : undefined, ...more.ticks } };
}

function paint() {
  Chart.defaults.color = color('muted');
  for (const chart of all) {
    for (const dataset of chart.data.datasets) {
      dataset.borderColor = color(dataset.shade);
      dataset.backgroundColor = color(`${dataset.shade}-fill`) || color(dataset.shade);
    }
    for (const axis of Object.values(chart.options.scales)) {
      axis.grid = { ...axis.grid, color: color('grid') };
      axis.border = { color: color('grid') };
      axis.ticks.color = color('muted');
      axis.title = { ...axis.title, color: color('muted') };
    }
    chart.update();
  }
}

function plot(chart, seconds, ...values) {
  const newest = seconds.at(-1).at;
  values.forEach((value, i) => {
    chart.data.datasets[i].data = seconds.map((second) => ({
      x: (second.at - newest) / 1000,
      y: value(second),
      level: second.situation.provider,
    }));
  });
}

const ofOrders = (name) => ({ last }) => rate(last[name], last);

const ofSettlements = (name) => ({ last, settlements }) => rate(settlements[name], last);

/** Draws the last minute, with the changes that concern orders and those that concern the pace. */
export function draw(seconds, changes, paceChanges) {
  const { window, budget, amplification: now, at, last, settlements: { pace, limit, waiting } } = seconds.at(-1);
  // With few orders, the allowance per order can be huge.
  const top = Math.max(4, ...seconds.map((second) => second.amplification ?? 0));
  const allowed = ({ allowance }) => (allowance ? Math.min(allowance.amplification, top) : null);
  plot(amplification, seconds, (second) => second.amplification, allowed);
  mark(amplification, changes, at);
  plot(ordersChart, seconds, ofOrders('paid'), ofOrders('recovered'), ofOrders('failed'));
  plot(budgetChart, seconds, (second) => second.budget.tokens, ofOrders('denied'));
  plot(paceChart, seconds, ({ settlements: { pace: rate } }) => rate, ({ settlements: { limit: rate } }) => rate,
    ofSettlements('admitted'), ofSettlements('throttled'));
  mark(paceChart, paceChanges, at);
  drawAttempts(window);
  describe(amplification, now === null ? 'No orders.' : `Now ${now.toFixed(2)} requests per order.`);
  describe(ordersChart, `In the last second ${last.paid} paid, ${last.recovered} paid after a retry, ${last.failed} not paid.`);
  describe(budgetChart, `${budget.tokens} of ${budget.capacity} retries left, ${last.denied} denied in the last second.`);
  describe(paceChart, `Limit of the provider: ${perSecond(limit, 'none')}. Pace: ${perSecond(pace, 'none')}. ${waiting} attempts wait.`);
  all.forEach((chart) => chart.update('none'));
}

function mark(chart, changes, now) {
  chart.options.plugins.markers = changes.map((change) => ({ ...change, x: (change.at - now) / 1000 }));
}

function drawAttempts(window) {
  const shares = window.attempts.map((count) => (100 * count) / Math.max(1, orders(window)));
  const last = shares.length - 1;
  const seen = shares[last] > 0 ? shares : shares.slice(0, last);
  attempts.data.labels = seen.map((_, i) => (i === last ? 'more' : `${i + 1}`));
  attempts.data.datasets[0].data = seen;
  const words = seen.map((share, i) => `${attempts.data.labels[i]}: ${share.toFixed(0)} %`);
  describe(attempts, `Share of the orders by attempts. ${words.join(', ')}.`);
}

/** Describes the chart for screen readers. */
function describe(chart, text) {
  chart.canvas.setAttribute('aria-label', text);
}

dark.addEventListener('change', paint);
paint();
