import { millis, span, times } from './words.js';

/** Widths are shares of the chart, so that it fits every screen; heights and texts are in pixels. */
const LABELS = 16;
const PLOT = 100 - LABELS;

function shape(name, attributes, words) {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) {
    created.setAttribute(attribute, value);
  }
  created.textContent = words ?? '';
  return created;
}

const label = (x, y, words, more) => shape('text', { x, y, ...more }, words);
const rule = (x1, y1, x2, y2, kind) => shape('line', { x1, y1, x2, y2, class: kind });
const percent = (x) => `${x}%`;

const TOP = 12;
const BOTTOM = 146;
const LOWEST_BAR = 6;

/** Draws the range of the delays before each attempt, with their mean. */
export function drawDelays(svg, { from, to }) {
  const rows = [...from, ...to];
  const longest = Math.max(1, ...rows.map(({ max }) => millis(max)));
  const y = (delay) => BOTTOM - ((BOTTOM - TOP) * delay) / longest;
  const attempts = [...new Set(rows.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const width = attempts.length > 6 ? 5 : 14;
  const middle = (attempt) => percent(LABELS + (PLOT * (attempts.indexOf(attempt) + 0.5)) / attempts.length);
  const bars = (side, kind, offset) => side.flatMap((row) => bar(row, { kind, x: middle(row.attempt), y, width, offset }));
  svg.replaceChildren(
    ...[0, longest / 2, longest].flatMap((delay) => gridline(delay, y(delay))),
    ...bars(from, 'today', -width - 1),
    ...bars(to, 'after', 1),
    ...attempts.filter(hasLabel).map((attempt) => label(middle(attempt), 166, attempt, { 'text-anchor': 'middle' })),
  );
  svg.setAttribute('aria-label', `Today: ${inWords(from)}. After the change: ${inWords(to)}.`);
}

/** Labels each attempt, or every second one if there are more than eight. */
const hasLabel = (attempt, i, { length }) => length <= 8 || i % 2 === 0;

function gridline(delay, y) {
  const text = delay === 0 ? '0' : span(delay);
  return [rule(percent(LABELS), y, '100%', y, 'grid'), label(percent(LABELS - 2), y + 4, text, { 'text-anchor': 'end' })];
}

/** A bar has a minimum height, so that delays without a range have a colour too. */
function bar(row, { kind, x, y, width, offset }) {
  const [min, expected, max] = [row.min, row.expected, row.max].map((delay) => y(millis(delay)));
  const transform = `translate(${offset} 0)`;
  const height = Math.max(LOWEST_BAR, min - max);
  return [
    shape('rect', { x, y: (min + max - height) / 2, width, height, class: kind, transform }),
    shape('rect', { x, y: expected - 1, width, height: 2, class: 'mean', transform }),
  ];
}

function inWords(side) {
  const last = side.at(-1);
  if (!last) {
    return 'no retries';
  }
  const words = ({ attempt, expected }) => `${span(millis(expected))} on average before attempt ${attempt}`;
  return side.length === 1 ? words(last) : `${words(side[0])}, ${words(last)}`;
}

/** Draws what an outage does to the number of attempts per call. */
export function drawOutage(svg, { from, to }) {
  // The rest of the width is for the number after the bar.
  const most = 1.3 * Math.max(2, from, to);
  const step = Math.ceil(most / 5);
  const x = (value) => LABELS + (PLOT * value) / most;
  const grid = [0, 1, 2, 3, 4].map((i) => i * step).filter((value) => value < 0.93 * most);
  svg.replaceChildren(
    ...grid.flatMap((value) => [
      rule(percent(x(value)), 4, percent(x(value)), 70, 'grid'),
      label(percent(x(value)), 88, `${value}×`, { 'text-anchor': 'middle' }),
    ]),
    ...amount('today', from, 10, x),
    ...amount('after', to, 42, x),
  );
  svg.setAttribute('aria-label', `Today ${times(from)}, after the change ${times(to)}.`);
}

function amount(kind, value, y, x) {
  return [
    label(0, y + 15, kind),
    shape('rect', { x: percent(LABELS), y, width: percent(x(value) - LABELS), height: 22, class: kind }),
    label(percent(x(value)), y + 15, times(value), { dx: 8, class: 'value' }),
  ];
}
