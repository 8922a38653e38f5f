/** What is going on, in a sentence or two: with the budget, and without it. */
const SITUATIONS = {
  healthy: [
    'The provider is well: one request per order. Now break it.',
    'The provider is well: one request per order. Without a budget nothing keeps it so. Now break the provider.',
  ],
  failing: [
    'Three charges in ten fail. Retries save some orders, and the budget keeps their cost near 10 %.',
    'Three charges in ten fail. Retries save nearly all orders, and the provider pays with 39 % more requests.',
  ],
  throttled: [
    'Three charges in ten are turned away for a second. Retries wait as long as they are told, within the budget.',
    'Three charges in ten are turned away for a second. Retries wait that long, then ask again: 39 % more requests.',
  ],
  outage: [
    'The provider is down. What the budget had saved up is soon spent, then it gets one request per order: '
      + 'room to recover.',
    'The provider is down, and each order asks it three times. Retries triple the load of a service that is failing.',
  ],
  slow: [
    'The provider answers too late, so every order times out. The budget keeps the shop from asking again.',
    'The provider answers too late, so each order asks three times, and its customer waits for all of them.',
  ],
};

export function situation({ provider, budget, load }) {
  if (load === 0) {
    return 'No orders are placed. Move the load up.';
  }
  const sentences = SITUATIONS[provider];
  return sentences ? sentences[budget ? 0 : 1] : 'The provider is in a condition of your own.';
}

/** How bad an amplification is; 1.1 is what the budget allows in the long run, and a burst costs a little more. */
export function level(amplification) {
  if (amplification === null) {
    return ['calm', ''];
  }
  if (amplification < 1.2) {
    return ['calm', 'calm'];
  }
  return amplification < 1.6 ? ['raised', 'raised'] : ['storm', 'retry storm'];
}

export const time = (at) => new Date(at).toLocaleTimeString([], { hour12: false });

export const times = (value) => (value === null ? '–' : `${value.toFixed(2)}×`);

export const percent = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);

/** A count as a rate. The first second has no length yet. */
export const rate = (count, { seconds }) => (seconds > 0 ? count / seconds : 0);

export const orders = (totals) => totals.paid + totals.recovered + totals.failed;
