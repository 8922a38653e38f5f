/** The provider's condition for each switch position. The shop's HTTP client waits for a second at most. */
const CONDITIONS = {
  healthy: 'mode=healthy',
  failing: 'mode=failing&share=0.3',
  throttled: 'mode=throttled&share=0.3&retryAfter=1',
  outage: 'mode=outage',
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
  const { mode, latency } = await response.json();
  if (sending === 0) {
    const named = mode.toLowerCase();
    apply({ provider: latency === 'PT0S' || named !== 'healthy' ? named : 'slow' });
  }
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
