export const time = (at) => new Date(at).toLocaleTimeString([], { hour12: false });

export const times = (value) => (value === null ? '–' : `${value.toFixed(2)}×`);

/** A percentage. Only none is 0 % and only all is 100 %: values between them do not round to either. */
export function percent(part, whole) {
  if (whole === 0) {
    return '–';
  }
  const rounded = Math.round((100 * part) / whole);
  return part === 0 || part === whole ? `${rounded} %` : `${Math.min(99, Math.max(1, rounded))} %`;
}

/** A count as a rate; null if no time has passed. */
export const rate = (count, { seconds }) => (seconds > 0 ? count / seconds : null);

export const decimal = (value) => (value === null ? '–' : value.toFixed(1));

/** Formats milliseconds with the precision that the buckets of a histogram have. */
export function duration(millis) {
  if (millis === undefined) {
    return '–';
  }
  return millis < 1000 ? `${Number(millis.toPrecision(2))} ms` : `${(millis / 1000).toFixed(1)} s`;
}

export const ago = (seconds) => (seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`);

export const orders = (totals) => totals.paid + totals.recovered + totals.failed;
