/** One thing wrong with a document, and where: a JSON path such as `$["@graph"][3].subEvent[0].startDate`. */
export interface ReadError {
  readonly path: string;
  readonly message: string;
}

/** A value of the document, the path at which it stands, and the list into which its errors go. */
export interface Spot {
  readonly value: unknown;
  readonly path: string;
  readonly errors: ReadError[];
}

type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON-LD treats null as "not there" (JSON-LD 1.1 §4.1). */
export function isAbsent(spot: Spot): boolean {
  return spot.value === undefined || spot.value === null;
}

/** The value of one member. Only own members count, so nothing is ever read from a prototype. */
export function at(spot: Spot, member: string): Spot {
  const { value, errors } = spot;
  const step = /^[A-Za-z_]\w*$/.test(member) ? `.${member}` : `[${JSON.stringify(member)}]`;
  const found = isNode(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  return { value: found, path: `${spot.path}${step}`, errors };
}

/** JSON-LD lets one value stand for a list of one: none, the value itself, or every element. */
export function items(spot: Spot): Spot[] {
  const { value, path, errors } = spot;
  if (isAbsent(spot)) return [];
  if (!Array.isArray(value)) return [spot];
  return value.map((item: unknown, index) => ({ value: item, path: `${path}[${index}]`, errors }));
}

/** A single value that may be written as a list of one or as a value object (`{"@value": …}`). */
export function single(spot: Spot): Spot {
  const [only, ...others] = items(spot);
  const inner = others.length === 0 && only !== undefined ? only : spot;
  return isNode(inner.value) && Object.hasOwn(inner.value, '@value') ? at(inner, '@value') : inner;
}

/** Notes the error and stands for the value that could not be read. */
export function fail(spot: Spot, message: string): null {
  spot.errors.push({ path: spot.path, message });
  return null;
}

/** `Event` of `Event`, `schema:Event`, `https://schema.org/Event` or `{"@id": "https://schema.org/Event"}`. */
export function term(value: unknown): string {
  const written = isNode(value) && Object.hasOwn(value, '@id') ? value['@id'] : value;
  if (typeof written !== 'string') return '';
  return written.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
}
