import { decimal, rate, time } from './words.js';

const MOST_DECISIONS = 12;

const decisions = document.getElementById('decisions');
const numbers = document.getElementById('numbers');

const MARKS = { PAID: '✓', RETRY: '↻', GAVE_UP: '✕' };

const whole = (value) => (value === null ? '–' : value.toFixed(0));

function row(cells) {
  const line = document.createElement('tr');
  for (const cell of cells) {
    const data = document.createElement('td');
    data.textContent = cell;
    line.append(data);
  }
  return line;
}

/** Lists decisions, newest first. */
export function showDecisions(lines) {
  for (const line of lines) {
    const added = row([time(line.at), line.attempt, line.response, `${MARKS[line.kind]} ${line.decision}`]);
    added.dataset.kind = line.kind;
    decisions.prepend(added);
  }
  while (decisions.rows.length > MOST_DECISIONS) {
    decisions.lastElementChild.remove();
  }
}

/** Lists the charts' numbers as text. */
export function showNumbers(seconds) {
  numbers.replaceChildren(...seconds.slice(-10).reverse().map(({ at, last, budget, settlements }) => {
    const rates = (counts, ...names) => names.map((name) => whole(rate(counts[name], last)));
    return row([
      time(at), ...rates(last, 'paid', 'recovered', 'failed', 'requests', 'denied'), budget.tokens,
      ...rates(settlements, 'admitted', 'throttled'), decimal(settlements.pace), whole(settlements.limit),
    ]);
  }));
}
