import { millis } from './words.js';

/** The provider's condition for each switch position. The shop's HTTP client waits for a second at most. */
const CONDITIONS = {
  healthy: 'mode=healthy',
  failing: 'mode=failing&share=0.3',
  throttled: 'mode=throttled&share=0.3&retryAfter=1',
  outage: 'mode=outage&share=1',
  slow: 'mode=healthy&latency=1200',
};

const radios = [...document.querySelectorAll('input[name=provider]')];
const budget = document.getElementById('budget');
const budgetHint = document.getElementById('budget-hint');
const load = document.getElementById('load');
const loadValue = document.getElementById('load-value');

/** The switch positions that the visitor sees; the provider's is unknown until the server has responded. */
export const settings = { provider: undefined, budget: true, load: 20 };

let changed = () => {};
let sending = 0;
let dragging = false;

export function onChange(listener) {
  changed = listener;
}

/** Shows the server's state, unless a change to it is in flight. */
export function show({ load: rate, budget: state }) {
  if (sending > 0 || dragging) {
    return;
  }
  load.value = rate;
  apply({ budget: state.on, load: rate });
  const earned = Math.round(100 * state.limit);
  budgetHint.textContent = `Earns ${earned} retries per 100 paid orders, saves up ${state.capacity}`;
}

/** Queries the provider's condition, which may have been changed from a terminal. */
export async function askProvider() {
  const response = await fetch('provider/mode');
  const condition = await response.json();
  if (sending === 0) {
    apply({ provider: positionOf(condition) });
  }
}

/** The switch position of exactly this condition; a terminal can also set one that has no position. */
function positionOf({ mode, share, latency, retryAfter }) {
  const fits = (query) => {
    const { mode: named, share: failing, latency: wait = 0, retryAfter: after } = Object.fromEntries(new URLSearchParams(query));
    return named === mode.toLowerCase()
      && (failing === undefined || Number(failing) === share)
      && Number(wait) === millis(latency)
      && (after === undefined || 1000 * after === millis(retryAfter));
  };
  return Object.keys(CONDITIONS).find((name) => fits(CONDITIONS[name])) ?? 'custom';
}

function apply(news) {
  const before = { ...settings };
  Object.assign(settings, news);
  for (const radio of radios) {
    radio.checked = radio.value === settings.provider;
  }
  budget.checked = settings.budget;
  const orders = `${settings.load} orders/s`;
  loadValue.textContent = orders;
  load.setAttribute('aria-valuetext', orders);
  if (Object.keys(news).some((name) => before[name] !== settings[name])) {
    changed(before, settings);
  }
}

async function send(news, method, url, body) {
  const before = { ...settings };
  apply(news);
  sending++;
  try {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) {
      throw new Error(`${url}: ${response.status}`);
    }
  } catch (failure) {
    console.error(failure);
    apply(before);
  } finally {
    sending--;
  }
}

for (const radio of radios) {
  radio.addEventListener('change', () =>
    send({ provider: radio.value }, 'PUT', `provider/mode?${CONDITIONS[radio.value]}`));
}

/** Turns the budget off, or back to the configured one. */
budget.addEventListener('change', () => {
  const policy = 'actuator/backoff/payments';
  const news = { budget: budget.checked };
  return budget.checked ? send(news, 'DELETE', policy) : send(news, 'POST', policy, { property: 'budget', value: 'none' });
});

load.addEventListener('input', () => {
  dragging = true;
  apply({ load: Number(load.value) });
});
load.addEventListener('change', () => {
  dragging = false;
  send({ load: Number(load.value) }, 'PUT', `load?perSecond=${load.value}`);
});
