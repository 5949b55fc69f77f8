import { hash } from 'node:crypto';

// A row is found by its id alone, also when the tables are distributed over servers by catalogue: every id of what belongs to
// a catalogue ends with the ten digits that identify the catalogue (decision 75).
const start = 26;
const prefix = '00000000-0000-8000-8000-00';

/** The catalogue that the thing with this id belongs to, whether it exists or not. */
export function catalogOf(id: string): string {
  return prefix + id.slice(start).toLowerCase();
}

/** The id (a UUID of version 8, RFC 9562 §5.8) as one of this catalogue. */
export function inCatalog(id: string, catalogId: string): string {
  return `${id.slice(0, 14)}8${id.slice(15, start)}${catalogId.slice(start)}`;
}

/** The id of a catalogue. Among 100,000 catalogues two have the same with a probability of 0.5 %: an import then refuses the second. */
export function catalogIdOf(organizationId: string, key: string): string {
  return prefix + hash('sha256', JSON.stringify([organizationId, key]), 'hex').slice(0, 36 - start);
}

/** Rows by their catalogue, in the order of its id, in which several catalogues are locked. */
export function byCatalog<Row>(
  rows: readonly Row[],
  catalogIdOfRow: (row: Row) => string,
): [catalogId: string, rows: [Row, ...Row[]]][] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const catalogId = catalogIdOfRow(row);
    const group = groups.get(catalogId);
    if (group === undefined) groups.set(catalogId, [row]);
    else group.push(row);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}
