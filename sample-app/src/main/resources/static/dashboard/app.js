import { draw } from './charts.js';
import { askProvider, onChange, settings, show } from './controls.js';
import { listen } from './feed.js';
import { showFigures } from './figures.js';
import { showDecisions, showNumbers } from './tables.js';
import { situation } from './words.js';

const SHOWN_SECONDS = 61;
const ASK_EVERY = 5;
const NAMES = { healthy: 'healthy', failing: '30 % errors', throttled: 'throttled', outage: 'outage', slow: 'slow' };
const STATES = { live: 'Live', lost: 'Connection lost, trying again…', paused: 'Paused' };

const pause = document.getElementById('pause');
const feed = document.getElementById('feed');
const sentence = document.getElementById('situation');

const changes = [];
let seconds = [];
let connection = 'lost';
let paused = false;

function render() {
  if (paused || seconds.length === 0) {
    return;
  }
  showFigures(seconds.at(-1));
  draw(seconds, changes);
  showNumbers(seconds);
}

function showState() {
  const state = paused ? 'paused' : connection;
  feed.dataset.state = state;
  feed.textContent = STATES[state];
}

function mark(before, now) {
  const told = [];
  if (before.provider && before.provider !== now.provider) {
    told.push(NAMES[now.provider] ?? now.provider);
  }
  if (before.budget !== now.budget) {
    told.push(`budget ${now.budget ? 'on' : 'off'}`);
  }
  if (told.length > 0) {
    note(Date.now(), told.join(', '));
  }
}

/** Changes that follow at once are told together. */
function note(at, text) {
  const last = changes.at(-1);
  if (last && at - last.at < 2000) {
    last.text += `, ${text}`;
  } else {
    changes.push({ at, text });
    changes.splice(0, changes.length - 20);
  }
}

onChange((before, now) => {
  mark(before, now);
  // Announced by screen readers, so only when it says something else.
  if (sentence.textContent !== situation(now)) {
    sentence.textContent = situation(now);
  }
});

pause.addEventListener('click', () => {
  paused = !paused;
  pause.setAttribute('aria-pressed', paused);
  showState();
  render();
});

listen({
  history(past) {
    seconds = past;
    askProvider().catch(console.error);
    render();
  },
  second(now) {
    seconds.push(now);
    seconds = seconds.slice(-SHOWN_SECONDS);
    show(now);
    if (seconds.length % ASK_EVERY === 0 || settings.provider === undefined) {
      askProvider().catch(console.error);
    }
    render();
  },
  decisions(lines) {
    if (!paused) {
      showDecisions(lines);
    }
  },
  state(now) {
    connection = now;
    showState();
  },
});
