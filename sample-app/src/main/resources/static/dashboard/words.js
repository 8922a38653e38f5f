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

/** A rate per second, such as that of a pace; null if there is none. */
export const perSecond = (value, none) => (value === null ? none : `${Math.round(value)}/s`);

export const ago = (seconds) => (seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`);

export const orders = (totals) => totals.paid + totals.recovered + totals.failed;

/** A share. Only none is 0 % and only all is 100 %: values between them do not round to either. */
export function share(value) {
  const rounded = Number((100 * value).toFixed(1));
  return value === 0 || value === 1 ? `${rounded} %` : `${Math.min(99.9, Math.max(0.1, rounded))} %`;
}

const ISO = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/;

/** The milliseconds of a duration in ISO-8601, as Java writes it; undefined for other texts. */
export function millis(text) {
  const [, hours = 0, minutes = 0, seconds = 0] = ISO.exec(text) ?? [];
  return ISO.test(text) ? 1000 * (3600 * hours + 60 * minutes + Number(seconds)) : undefined;
}

const UNITS = Object.entries({ d: 86_400_000, h: 3_600_000, min: 60_000, s: 1000, ms: 1 });

/** Formats milliseconds, however many, with two digits. */
export function span(value) {
  const digits = (size) => Number((value / size).toPrecision(2));
  const [unit, size] = UNITS.find((each) => digits(each[1]) >= 1) ?? UNITS.at(-1);
  return `${digits(size)} ${unit}`;
}

export const list = (values) => (Array.isArray(values) ? values.join(', ') : String(values));

/** The value of a setting, with durations in readable units. */
export function text(value) {
  const parts = list(value ?? 'not set').split(', ');
  return parts.map((part) => (millis(part) === undefined ? part : span(millis(part)))).join(', ');
}
