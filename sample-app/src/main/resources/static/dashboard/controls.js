import { millis, perSecond } from './words.js';

/** The provider's condition for each switch position. The shop's HTTP client waits for a second at most. */
const CONDITIONS = {
  healthy: 'mode=healthy',
  failing: 'mode=failing&share=0.3',
  throttled: 'mode=throttled&share=0.3&retryAfter=1',
  outage: 'mode=outage&share=1',
  slow: 'mode=healthy&latency=1200',
};

const PACED = 'actuator/backoff/settlements';

const radios = [...document.querySelectorAll('input[name=provider]')];
const budget = document.getElementById('budget');
const budgetHint = document.getElementById('budget-hint');
const load = document.getElementById('load');
const loadValue = document.getElementById('load-value');
const limit = document.getElementById('limit');
const limitValue = document.getElementById('limit-value');
const pace = document.getElementById('pace');

/** Beyond the highest limit, the slider lifts it. */
const NO_LIMIT = Number(limit.max);

/** The switch positions that the visitor sees; the provider's is unknown until the server has responded. */
export const settings = { provider: undefined, budget: true, load: 20, limit: 40, pace: true };

let changed = () => {};
let sending = 0;
let sent = Promise.resolve();
let dragging = false;

export function onChange(listener) {
  changed = listener;
}

/** Shows the server's state, unless a change to it is in flight. */
export function show({ load: rate, budget: state, settlements }) {
  if (sending > 0 || dragging) {
    return;
  }
  load.value = rate;
  limit.value = settlements.limit ?? NO_LIMIT;
  apply({ budget: state.on, load: rate, limit: settlements.limit });
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

/** Queries whether settlements are paced, which may have been changed from a terminal. */
export async function askPace() {
  const response = await fetch(PACED);
  const { properties } = await response.json();
  if (sending === 0) {
    apply({ pace: properties.pace.value !== 'off' });
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
  pace.checked = settings.pace;
  const orders = `${settings.load} orders/s`;
  loadValue.textContent = orders;
  load.setAttribute('aria-valuetext', orders);
  const admitted = perSecond(settings.limit, 'all');
  limitValue.textContent = admitted;
  limit.setAttribute('aria-valuetext', admitted);
  if (Object.keys(news).some((name) => before[name] !== settings[name])) {
    changed(before, settings);
  }
}

/** Requests wait for one another: of changes in quick succession, the last one has to arrive last. */
function send(news, method, url, body) {
  const before = { ...settings };
  apply(news);
  sending++;
  sent = sent.then(() => request(before, method, url, body));
}

async function request(before, method, url, body) {
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

/** A switch that turns a property of a policy off, or back to the configured value. */
function property(box, policy, name, off) {
  box.addEventListener('change', () => {
    const news = { [name]: box.checked };
    if (box.checked) {
      send(news, 'DELETE', policy);
    } else {
      send(news, 'POST', policy, { property: name, value: off });
    }
  });
}

property(budget, 'actuator/backoff/payments', 'budget', 'none');
property(pace, PACED, 'pace', 'off');

/** A slider that shows its value while it is dragged, and sends it when it is released. */
function slider(range, name, meaning, sent) {
  const chosen = () => meaning(Number(range.value));
  range.addEventListener('input', () => {
    dragging = true;
    apply({ [name]: chosen() });
  });
  range.addEventListener('change', () => {
    dragging = false;
    send({ [name]: chosen() }, ...sent(chosen()));
  });
}

slider(load, 'load', (value) => value, (value) => ['PUT', `load?perSecond=${value}`]);
slider(limit, 'limit', (value) => (value === NO_LIMIT ? null : value),
  (value) => (value === null ? ['DELETE', 'provider/limit'] : ['PUT', `provider/limit?perSecond=${value}`]));
