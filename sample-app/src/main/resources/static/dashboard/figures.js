import { decimal, duration, orders, percent, rate, time, times } from './words.js';

const LOADS = { WARNING: 'raised', ALARM: 'retry storm' };

const sentence = document.getElementById('situation');
const meter = document.getElementById('token-meter');

function show(id, level, value, note) {
  const figure = document.getElementById(id);
  figure.dataset.level = level;
  figure.querySelector('[data-value]').textContent = value;
  figure.querySelector('[data-note]').textContent = note;
}

/** Screen readers announce each change of the text, so it is only set if it differs. */
function say(level, text) {
  sentence.dataset.level = level;
  if (sentence.textContent !== text) {
    sentence.textContent = text;
  }
}

/** Shows the figures above the charts and the sentence about them, all from the same second. */
export function showFigures({ at, window, budget, amplification, latency, allowance, stored, situation }) {
  say(situation.orders === 'FINE' ? situation.provider : situation.orders, situation.text);
  show('amplification', situation.provider, times(amplification), LOADS[situation.provider] ?? '');

  const paid = window.paid + window.recovered;
  show('goodput', situation.orders, percent(paid, orders(window)), `${decimal(rate(paid, window))} per second`);

  show('p50', 'FINE', duration(latency?.p50), 'p50');
  show('p99', 'FINE', duration(latency?.p99), 'p99');

  show('tokens', 'FINE', allowance ? budget.tokens : 'no limit',
    allowance ? `now, then ${decimal(allowance.perSecond)} per second` : 'the budget is off');
  meter.max = budget.capacity;
  meter.value = budget.tokens;
  meter.hidden = !allowance;

  show('denied', 'FINE', decimal(rate(window.denied, window)), 'per second');
  show('waiting', stored.paused ? 'WARNING' : 'FINE', stored.waiting, stored.paused ? 'waiting, delivery is paused' : 'waiting');
  show('dead', stored.dead > 0 ? 'ALARM' : 'FINE', stored.dead, stored.dead === 1 ? 'dead letter' : 'dead letters');

  document.getElementById('window').textContent =
    `As of ${time(at)}. Shares, rates and latencies cover the ${Math.round(window.seconds)} s before.`;
}

/** Says how old the figures are while there is no connection. */
export function showLost(second) {
  say('UNKNOWN', second
    ? `Connection lost. The figures are from ${time(second.at)}, not from now.`
    : 'Connection lost.');
}
