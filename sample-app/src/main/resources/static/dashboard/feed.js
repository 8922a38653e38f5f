/** Listens to the server and says how the connection is doing. The browser reconnects by itself. */
export function listen({ history, second, decisions, state }) {
  const events = new EventSource('dashboard/events');
  const parsed = (handler) => (event) => handler(JSON.parse(event.data));
  events.addEventListener('history', parsed(history));
  events.addEventListener('second', parsed(second));
  events.addEventListener('decisions', parsed(decisions));
  events.onopen = () => state('live');
  events.onerror = () => state('lost');
}
