/** The libraries whose retries can be adopted, by their names in the report. */
const LIBRARIES = { 'spring-framework': 'Spring Framework', 'spring-retry': 'spring-retry', resilience4j: 'Resilience4j' };
const ANNOTATIONS = { 'spring-framework': '@Retryable', 'spring-retry': '@Retryable', resilience4j: '@Retry' };

const section = document.getElementById('adopted');
const methods = document.getElementById('adopted-methods');
const annotation = document.getElementById('annotation');

// Methods are found when the shop starts. If there are none, the page stops asking.
let none = false;

/** Queries the methods that other libraries retry, and shows them; without any, shows nothing. */
export async function askAdopted() {
  if (none) {
    return;
  }
  const response = await fetch('actuator/backoff');
  const { adopted = [] } = await response.json();
  none = adopted.length === 0;
  section.hidden = none;
  if (!none) {
    annotation.textContent = ANNOTATIONS[adopted[0].by];
    methods.replaceChildren(...adopted.map(describe));
  }
}

function describe({ method, by, mode, policy, budget, calls }) {
  const list = document.createElement('dl');
  list.className = 'facts';
  list.append(
    fact('Method', method),
    fact('Retried by', LIBRARIES[by] ?? by),
    fact('Mode', mode),
    fact('Policy', policy),
    fact('Budget', budget ?? 'none'),
    fact('Calls', counts(calls), true),
  );
  return list;
}

function counts(calls) {
  const some = Object.entries(calls).map(([outcome, count]) => `${count} ${outcome.replaceAll('_', ' ')}`);
  return some.join(', ') || 'none yet';
}

function fact(name, value, live) {
  const pair = document.createElement('div');
  const term = document.createElement('dt');
  const description = document.createElement('dd');
  term.textContent = name;
  description.textContent = value;
  description.toggleAttribute('data-live', live === true);
  pair.append(term, description);
  return pair;
}
