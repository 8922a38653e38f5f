import { askAdopted } from './adopted.js';
import { onApplied } from './change.js';
import { draw } from './charts.js';
import { askPace, askProvider, onChange, settings, show } from './controls.js';
import { listen } from './feed.js';
import { showFigures, showLost } from './figures.js';
import { showJob } from './job.js';
import { askSettings } from './settings.js';
import { showDecisions, showNumbers } from './tables.js';
import { ago } from './words.js';

const SHOWN_SECONDS = 61;
const ASK_EVERY = 5;
const NAMES = { healthy: 'healthy', failing: '30 % errors', throttled: 'throttled', outage: 'outage', slow: 'slow', custom: 'changed from a terminal' };

const pause = document.getElementById('pause');
const feed = document.getElementById('feed');
const main = document.querySelector('main');

const changes = [];
const paceChanges = [];
let seconds = [];
let paused = null;
let lost = null;
let ticks = 0;

function render() {
  const shown = paused ?? seconds;
  if (lost !== null) {
    showLost(shown.at(-1));
  } else if (shown.length > 0) {
    showFigures(shown.at(-1));
    showJob(shown);
    draw(shown, changes, paceChanges);
    showNumbers(shown);
  }
}

function showState() {
  const text = lost === null ? 'Live' : `Connection lost ${ago(lost)}`;
  feed.textContent = paused && lost === null ? 'Paused' : text;
  feed.dataset.state = lost === null ? 'live' : 'lost';
  main.toggleAttribute('data-stale', lost !== null);
}

function mark(before, now) {
  const changed = [];
  if (before.provider && before.provider !== now.provider) {
    changed.push(NAMES[now.provider] ?? now.provider);
  }
  if (before.budget !== now.budget) {
    changed.push(`budget ${now.budget ? 'on' : 'off'}`);
  }
  if (changed.length > 0) {
    note(changes, changed.join(', '));
  }
  if (before.pace !== now.pace) {
    note(paceChanges, `pace ${now.pace ? 'on' : 'off'}`);
  }
}

/** Changes in quick succession share a marker. */
function note(list, text) {
  const at = Date.now();
  const last = list.at(-1);
  if (last && at - last.at < 2000) {
    last.text += `, ${text}`;
  } else {
    list.push({ at, text });
    list.splice(0, list.length - 20);
  }
}

onChange(mark);
onApplied(({ of, property }) => note(changes, `${of}: ${property}`));

pause.addEventListener('click', () => {
  paused = paused ? null : seconds;
  pause.setAttribute('aria-pressed', paused !== null);
  showState();
  render();
});

listen({
  history(past) {
    seconds = past;
    askProvider().catch(console.error);
    askPace().catch(console.error);
    askAdopted().catch(console.error);
    askSettings().catch(console.error);
    render();
  },
  second(now) {
    if (!settings.pace) {
      now.settlements.pace = null; // the meter keeps its last rate for some seconds
    }
    seconds = [...seconds, now].slice(-SHOWN_SECONDS);
    show(now);
    ticks++;
    if (ticks % ASK_EVERY === 0 || settings.provider === undefined) {
      askProvider().catch(console.error);
      askPace().catch(console.error);
      askSettings().catch(console.error);
    }
    if (!paused) {
      askAdopted().catch(console.error);
    }
    render();
  },
  decisions(lines) {
    if (!paused) {
      showDecisions(lines);
    }
  },
  state(lostFor) {
    const changed = (lost === null) !== (lostFor === null);
    lost = lostFor;
    showState();
    if (changed) {
      render();
    }
  },
});
