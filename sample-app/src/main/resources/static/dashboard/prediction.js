import { drawDelays, drawOutage } from './bars.js';
import { millis, share, span, text, time, times } from './words.js';

const title = document.getElementById('prediction-title');
const basis = document.getElementById('prediction-basis');
const reason = document.getElementById('prediction-reason');
const figures = document.getElementById('prediction-figures');
const delays = document.getElementById('delays');
const numbers = document.getElementById('delays-numbers');

/** Shows the response to a dry run. */
export function showPrediction(of, report) {
  const { property, from, to, schedule, outage } = report;
  title.textContent = `${property} of ${of}${from === undefined ? '' : ` from ${text(from)}`} to ${text(to) || 'empty'}`;
  basis.textContent = observed(report);
  reason.textContent = report.reason ?? '';
  figures.replaceChildren(...compared(report).filter(Boolean));
  delays.hidden = !schedule || schedule.from.length + schedule.to.length === 0;
  if (!delays.hidden) {
    drawDelays(document.getElementById('delays-chart'), schedule);
    numbers.replaceChildren(...listed(schedule));
  }
  drawOutage(document.getElementById('outage-chart'), outage.attemptsPerCall);
}

function observed({ observed: { calls, since, callsPerSecond, failedAttempts }, policies }) {
  const rates = calls > 0 ? `, ${callsPerSecond.toFixed(1)} per second on average, idle time included; ${share(failedAttempts)} of their attempts failed` : '';
  const also = policies ? ` Policies that change: ${policies.join(', ') || 'none'}.` : '';
  return `Observed: ${calls} calls since ${time(since)}${rates}.${also}`;
}

function compared({ replay, worstCase, schedule, outage }) {
  const { attemptsPerCall, succeeded, denied, addedDelay } = replay ?? {};
  const delay = (name) => addedDelay && { from: addedDelay.from[name], to: addedDelay.to[name] };
  return [
    row('Attempts per call', attemptsPerCall, times),
    row('Calls that succeed', succeeded, share),
    row('Retries denied', denied, share),
    row('Added delay, mean', delay('mean'), iso),
    row('Added delay, p99', delay('p99'), iso),
    row('Added delay, worst case', schedule && (worstCase ?? {}), iso),
    row(`Attempts per call in an outage of ${outage.seconds} s, at the average rate above`, outage.attemptsPerCall, times),
  ];
}

const iso = (duration) => (duration === undefined ? 'no bound' : span(millis(duration)));

function row(name, values, words) {
  return values && cells('th', name, words(values.from), words(values.to));
}

function listed({ from, to }) {
  const longer = from.length > to.length ? from : to;
  return longer.map(({ attempt }, i) => cells('th', attempt, ...delayOf(from[i]), ...delayOf(to[i])));
}

function delayOf(row) {
  return row ? [range(row), iso(row.expected)] : ['–', '–'];
}

const range = ({ min, max }) => (min === max ? iso(min) : `${iso(min)} to ${iso(max)}`);

/** A row of a table, whose first cell is its header. */
function cells(kind, first, ...others) {
  const line = document.createElement('tr');
  const header = document.createElement(kind);
  header.scope = 'row';
  header.textContent = first;
  line.append(header, ...others.map((each) => {
    const data = document.createElement('td');
    data.textContent = each;
    return data;
  }));
  line.toggleAttribute('data-changed', others.at(0) !== others.at(-1));
  return line;
}
