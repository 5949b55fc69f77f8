/** Marks a statement of a migration that runs after the transaction of the others. */
export const outsideMarker = '-- outside the transaction';

/** A statement that would lock a table in use for long, or break the previous release, which still runs. */
export class UnsafeMigration extends Error {
  override name = 'UnsafeMigration';
}

const breakpoint = '--> statement-breakpoint';

/**
 * Rewrites a migration of drizzle-kit so that it locks no table in use for long: indexes on existing tables are
 * made CONCURRENTLY, constraints on them are added NOT VALID and validated afterwards. Throws UnsafeMigration, with
 * a sentence on what to do instead, if a statement can't be rewritten so. A safe text is returned unchanged.
 */
export function withoutLongLocks(text: string): string {
  const statements = text.split(breakpoint).map((statement) => statement.trim());
  const created = new Set(
    statements.flatMap((one) => /^CREATE TABLE ("[^"]+"\."[^"]+")/.exec(one)?.[1] ?? []),
  );
  const rewritten = statements.flatMap((statement) => rewrite(statement, created));
  const safe = [...new Set(rewritten)];
  const isChanged =
    safe.length !== statements.length || safe.some((statement, index) => statement !== statements[index]);
  return isChanged ? `${safe.join(`\n${breakpoint}\n`)}\n` : text;
}

const outside = (statement: string) => `${outsideMarker}\n${statement}`;

function rewrite(statement: string, created: ReadonlySet<string>): string[] {
  const bare = statement.replace(/^(--.*\n)+/, '').trim();
  if (/^CREATE (SCHEMA|TABLE|EXTENSION IF NOT EXISTS) /.test(bare)) return [statement];
  // A function is new, and no statement waits for a trigger of a table that is new, too.
  if (/^CREATE FUNCTION /.test(bare)) return [statement];
  const triggered = /^CREATE TRIGGER "[^"]+" .* ON (?<table>"[^"]+"\."[^"]+")/s.exec(bare)?.groups;
  if (created.has(triggered?.['table'] ?? '')) return [statement];
  const indexed =
    /^CREATE (?<unique>UNIQUE )?INDEX (?:CONCURRENTLY IF NOT EXISTS )?(?<rest>"[^"]+" ON (?<table>"[^"]+"\."[^"]+").*)$/s.exec(
      bare,
    )?.groups;
  if (indexed !== undefined) {
    if (created.has(indexed['table'] ?? '')) return [statement];
    return [
      outside(`CREATE ${indexed['unique'] ?? ''}INDEX CONCURRENTLY IF NOT EXISTS ${indexed['rest'] ?? ''}`),
    ];
  }
  const altered = /^ALTER TABLE (?<table>"[^"]+"\."[^"]+") (?<change>.*)$/s.exec(bare)?.groups;
  if (altered !== undefined && created.has(altered['table'] ?? '')) return [statement];
  if (altered !== undefined) return rewriteChange(statement, altered['table'] ?? '', altered['change'] ?? '');
  if (/^DROP INDEX /.test(bare)) return [statement];
  throw unsafe(bare, 'this statement is not known to be safe beside a running release');
}

const harmless = [
  /^DROP CONSTRAINT /,
  /^VALIDATE CONSTRAINT /,
  /^ALTER COLUMN "[^"]+" (DROP NOT NULL|DROP DEFAULT|SET DEFAULT )/,
];

function rewriteChange(statement: string, table: string, change: string): string[] {
  if (harmless.some((pattern) => pattern.test(change))) return [statement];
  const [, name, kind] = /^ADD CONSTRAINT ("[^"]+") (FOREIGN KEY|CHECK)\b/.exec(change) ?? [];
  if (name !== undefined && kind !== undefined) {
    const unchecked = / NOT VALID;?$/.test(statement)
      ? statement
      : `${statement.replace(/;$/, '')} NOT VALID;`;
    return [unchecked, outside(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name};`)];
  }
  if (/^ADD CONSTRAINT /.test(change)) {
    throw unsafe(statement, 'declare a uniqueIndex instead: it can be made while others write');
  }
  if (/^ADD COLUMN /.test(change)) {
    refuseColumn(statement, change);
    return [statement];
  }
  throw unsafe(
    statement,
    'the release that runs now still uses it, or the whole table is read or written under an exclusive lock',
  );
}

function refuseColumn(statement: string, change: string): void {
  if (/\b(PRIMARY KEY|UNIQUE|REFERENCES|GENERATED|serial|bigserial)\b/i.test(change)) {
    throw unsafe(statement, 'add a plain column, and its index or constraint by itself');
  }
  if (/\bNOT NULL\b/.test(change) && !/\bDEFAULT\b/.test(change)) {
    throw unsafe(
      statement,
      'the release that runs now does not write it: give it a default, or let it be null',
    );
  }
  if (/\bDEFAULT\b.*(random|uuid|clock_timestamp|nextval)/i.test(change)) {
    throw unsafe(statement, 'a default that differs from row to row writes the whole table: let it be null');
  }
}

function unsafe(statement: string, why: string): UnsafeMigration {
  return new UnsafeMigration(`${statement}\n${why}`);
}
