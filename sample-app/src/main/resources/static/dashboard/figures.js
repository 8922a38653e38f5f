import { level, orders, percent, rate, times } from './words.js';

function show(id, value, note) {
  const figure = document.getElementById(id);
  figure.querySelector('[data-value]').textContent = value;
  figure.querySelector('[data-note]').textContent = note;
  return figure;
}

/** The four numbers above the charts. */
export function showFigures({ window, budget, amplification }) {
  const [name, note] = level(amplification);
  show('amplification', times(amplification), note).dataset.level = name;

  const paid = window.paid + window.recovered;
  show('goodput', percent(paid, orders(window)), `${rate(paid, window).toFixed(1)} per second`);

  show('tokens', budget.tokens, budget.on ? `of ${budget.capacity}` : 'not in use');
  const meter = document.getElementById('token-meter');
  meter.max = budget.capacity;
  meter.value = budget.tokens;

  show('denied', rate(window.denied, window).toFixed(1), 'per second');
}
