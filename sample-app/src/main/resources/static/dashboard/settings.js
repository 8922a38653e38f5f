import { list, text } from './words.js';

const target = document.getElementById('change-target');
const property = document.getElementById('change-property');
const names = document.getElementById('change-properties');
const now = document.getElementById('change-now');
const overrides = document.getElementById('change-overrides');
const overridden = document.getElementById('change-overridden');
const resetHint = document.getElementById('change-reset-hint');

const FIRST = 'payments';

let settings = {};

/** The path of the chosen policy or budget at the endpoint. */
export const path = () => target.value;

/** The chosen policy or budget in words. */
export const chosen = () => target.selectedOptions[0].text;

/** Queries the policies, the budgets and the settings of the chosen one, and shows them. */
export async function askSettings() {
  const response = await fetch('actuator/backoff');
  const { policies, budgets } = await response.json();
  offer({ Policies: Object.keys(policies), Budgets: Object.keys(budgets) });
  await askChosen();
}

async function askChosen() {
  const asked = path();
  const response = await fetch(`actuator/backoff/${asked}`);
  const { properties, tokens } = await response.json();
  // Tokens have no origin, because they are no setting.
  const all = tokens === undefined ? properties : { ...properties, tokens: { value: tokens } };
  if (asked === path()) {
    settings = all;
    offerNames(Object.keys(settings));
    showValue();
    showOverrides();
  }
}

function offer(groups) {
  const before = target.value;
  const offered = Object.entries(groups).map(([label, members]) => {
    const group = document.createElement('optgroup');
    group.label = label;
    group.append(...members.map((name) => option(label, name)));
    return group;
  });
  const paths = offered.flatMap((group) => [...group.children]).map((each) => each.value);
  if (paths.join() !== [...target.options].map((each) => each.value).join()) {
    target.replaceChildren(...offered);
    target.value = paths.includes(before) ? before : FIRST;
  }
}

function option(label, name) {
  const encoded = encodeURIComponent(name);
  return label === 'Budgets' ? new Option(`budget ${name}`, `budgets/${encoded}`) : new Option(name, encoded);
}

/** An open list closes when it is replaced. */
function offerNames(all) {
  if (all.join() !== [...names.options].map((each) => each.value).join()) {
    names.replaceChildren(...all.map((name) => new Option('', name)));
  }
}

function showValue() {
  const setting = settings[property.value.trim()];
  now.textContent = setting ? `Now ${value(setting) || 'empty'}` : '';
}

function showOverrides() {
  const changed = Object.entries(settings).filter(([, { origin }]) => origin === 'actuator');
  overrides.hidden = changed.length === 0;
  overridden.textContent = changed.map(([name, setting]) => `${name} ${value(setting)}`).join(', ');
  resetHint.textContent = `Takes back all changes of ${chosen()}: DELETE /actuator/backoff/${path()}`;
}

const value = (setting) => (setting.text === undefined ? text(setting.value) : list(setting.text));

target.addEventListener('change', () => askChosen().catch(console.error));
property.addEventListener('input', showValue);
