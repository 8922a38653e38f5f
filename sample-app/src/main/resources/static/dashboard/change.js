import { showPrediction } from './prediction.js';
import { askSettings, chosen, path } from './settings.js';

/** The reason that the endpoint gives if the property is wrong, and not its value. */
const UNKNOWN = 'there is no such property';

const form = document.getElementById('change-form');
const property = document.getElementById('change-property');
const value = document.getElementById('change-value');
const done = document.getElementById('change-done');
const prediction = document.getElementById('prediction');
const title = document.getElementById('prediction-title');

let asked = null;
let asking = new AbortController();
let applied = () => {};

export function onApplied(listener) {
  applied = listener;
}

async function send(method, to, body, signal) {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`actuator/backoff/${to}`, { method, headers, body: JSON.stringify(body), signal });
    return { ok: response.ok, report: await response.json() };
  } catch (failure) {
    return { ok: false, report: { detail: 'The shop does not respond.' } };
  }
}

/** Drops the current prediction and any pending request for one. */
function forget() {
  asking.abort();
  asking = new AbortController();
  asked = null;
  prediction.hidden = true;
  done.textContent = '';
  reject('change', '');
  reject('change-property', '');
  reject('change-value', '');
}

function reject(id, problem) {
  document.getElementById(`${id}-problem`).textContent = problem;
  document.getElementById(id).toggleAttribute('data-invalid', problem !== '');
  if (id !== 'change') {
    document.getElementById(id).setAttribute('aria-invalid', problem !== '');
  }
}

async function ask() {
  forget();
  const { signal } = asking;
  const question = { to: path(), of: chosen(), property: property.value.trim(), value: value.value.trim() };
  const { ok, report } = await send('POST', question.to, { ...body(question), dryRun: true }, signal);
  if (signal.aborted) {
    return;
  }
  if (ok) {
    asked = question;
    showPrediction(question.of, report);
    prediction.hidden = false;
    title.focus();
  } else {
    explain(question, report);
  }
}

const body = (question) => ({ property: question.property, value: question.value });

/** Shows the problem at the field that has it. */
function explain(question, { property: full, reason, remedy, detail }) {
  const field = reason === UNKNOWN ? property : value;
  const other = full && !full.endsWith(`.${question.property}`) ? `${full}: ` : '';
  reject(field.id, reason ? `${other}${sentence(reason)} ${remedy}` : detail);
  field.focus();
}

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

async function apply() {
  const change = asked;
  if (change === null) {
    return;
  }
  asked = null;
  const { signal } = asking;
  const { ok, report } = await send('POST', change.to, body(change));
  if (ok) {
    end(`Applied: ${change.property} of ${change.of} is ${change.value || 'empty'}.`, signal);
    applied(change);
  } else if (!signal.aborted) {
    asked = change;
    reject('change', report.reason ? `${sentence(report.reason)} ${report.remedy}` : report.detail);
  }
}

async function reset() {
  const of = chosen();
  const { signal } = asking;
  const { ok, report } = await send('DELETE', path());
  end(ok ? `Reset: ${of} is as configured.` : report.detail, signal);
}

/** Reports the change. Does not take the focus from a visitor who has begun another one meanwhile. */
function end(message, { aborted }) {
  if (!aborted) {
    leave();
  }
  done.textContent = message;
  if (!aborted) {
    done.focus();
  }
  askSettings().catch(console.error);
}

function leave() {
  forget();
  value.value = '';
  value.focus();
}

const on = (id, listener) => document.getElementById(id).addEventListener('click', listener);

form.addEventListener('input', forget);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  ask();
});
on('change-apply', apply);
on('change-leave', leave);
on('change-reset', reset);
document.getElementById('change').addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) {
    leave();
  }
});
