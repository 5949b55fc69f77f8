/** A JSON object. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An integer; null for everything else. */
export function wholeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

/** The path of a resource, from itself or from a reference to it. */
export function pathOf(value: unknown): string {
  return isObject(value) ? textOf(value['@id']) : textOf(value);
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The value as JSON with sorted keys, shortened if it is long. */
export function jsonText(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(sorted(value));
  return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** Cents of a decimal with two places; null for anything else. */
export function centsOf(amount: unknown): number | null {
  const match = /^(\d+)\.(\d\d)$/.exec(textOf(amount));
  return match === null ? null : Number(match[1]) * 100 + Number(match[2]);
}

export function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Calls the function once; later calls get the same result or error. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
