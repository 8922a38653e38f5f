import { settings } from './controls.js';
import { perSecond, times } from './words.js';

const WINDOW = 10;

const form = document.getElementById('job');
const charges = document.getElementById('charges');
const button = document.getElementById('job-start');
const problem = document.getElementById('job-problem');
const state = document.getElementById('job-state');

let running = false;

/** Shows how far the job is, and the requests that its settlements cost. */
export function showJob(seconds) {
  const { pace, waiting, job } = seconds.at(-1).settlements;
  running = job.running;
  button.textContent = running ? 'Stop' : 'Settle';
  charges.disabled = running;
  say(inWords(job, pace));
  show('pace', settings.pace ? perSecond(pace, 'not needed') : 'off');
  show('waiting', waiting);
  show('requests', times(requestsPerSettlement(seconds)));
  show('settled', settledOf(job));
}

/** Screen readers announce each change of the text, so it has no figures while they change. */
function say(text) {
  if (state.textContent !== text) {
    state.textContent = text;
  }
}

function inWords({ running: runs, charges: all, settled, failed }, pace) {
  if (runs) {
    return pace === null ? 'Settling. Attempts wait for nothing.' : 'Settling. Attempts begin at the pace.';
  }
  if (all === 0) {
    return 'No job has run.';
  }
  return `${settled + failed < all ? 'Stopped' : 'Done'}: ${settled} settled, ${failed || 'none'} failed.`;
}

function settledOf({ charges: all, settled, failed }) {
  if (all === 0) {
    return '–';
  }
  return failed === 0 ? `${settled} of ${all}` : `${settled} of ${all}, ${failed} failed`;
}

function requestsPerSettlement(seconds) {
  const sum = (name) => seconds.slice(-WINDOW).reduce((total, { settlements }) => total + settlements[name], 0);
  const admitted = sum('admitted');
  return admitted === 0 ? null : (admitted + sum('throttled')) / admitted;
}

function show(name, value) {
  document.getElementById(`job-${name}`).textContent = value;
}

async function send(method, url) {
  try {
    const response = await fetch(url, { method });
    return response.ok ? '' : (await response.json()).detail;
  } catch (failure) {
    return 'The shop does not respond.';
  }
}

function report(detail) {
  problem.textContent = detail;
  charges.setAttribute('aria-invalid', detail !== '');
  charges.toggleAttribute('data-invalid', detail !== '');
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  report(await (running ? send('DELETE', 'settlements') : send('POST', `settlements?charges=${charges.value}`)));
});
