/** The longest silence that counts as connected, in milliseconds; the server sends something every second. */
const LONGEST_SILENCE = 3000;

/**
 * Listens to the server and reports the state of the connection: seconds since it was lost, or null. A silent
 * connection counts as lost, and a lost one is reopened until the server responds.
 */
export function listen({ history, second, decisions, state }) {
  let source;
  let opened;
  let heard;
  let cut = false;

  function parsed(handler) {
    return (event) => {
      heard = Date.now();
      cut = false;
      state(null);
      handler(JSON.parse(event.data));
    };
  }

  function open() {
    source?.close();
    opened = Date.now();
    source = new EventSource('dashboard/events');
    source.addEventListener('history', parsed(history));
    source.addEventListener('second', parsed(second));
    source.addEventListener('decisions', parsed(decisions));
    source.onerror = () => {
      cut = true;
      check();
    };
  }

  function check() {
    const now = Date.now();
    heard ??= now;
    if (cut || now - heard > LONGEST_SILENCE) {
      state(Math.round((now - heard) / 1000));
      if (now - opened > LONGEST_SILENCE) {
        open();
      }
    }
  }

  open();
  setInterval(check, 500);
}
