import { sql, type SQL } from 'drizzle-orm';
import { type Database, json } from '@/lib/database/database';
import { indexPersons } from '@/lib/shop/data/index-persons';
import { folded } from '@/lib/shop/rules/person-words';
import { randomOf } from '@/testing/faults/random';

// Made-up people for searches among many: how often a name occurs follows a Zipf distribution, as in a real country.

export const personsSeed = 20_261_125;
const surnames = 20_000;
const givenNames = 2_000;
/** The first names of the list are not as much more frequent as in a pure Zipf distribution: the first has 0.7 %. */
const flattened = 20;

const syllables = (
  'ma ri lo an ti ver son le du bo ka schmi den ber ger ro si no pe tra cla ge val hof man el is jo wil ra ' +
  'na do ven cou lam fri stei bau kel zan que pri mon ta vi go re mü né gö ño çe sø łu bé rü ça pé ör ål ín'
).split(' ');

function namesOf(random: () => number, count: number, most: number): string[] {
  const names = new Set<string>();
  while (names.size < count) {
    const length = 2 + Math.floor(random() * most);
    const parts = Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)] ?? '');
    const name = parts.join('');
    names.add(name.slice(0, 1).toUpperCase() + name.slice(1));
  }
  return [...names];
}

/** Writes the names to a table of their own, from which `personOf` takes them. */
export async function fillNames(database: Database): Promise<void> {
  const random = randomOf(personsSeed).next;
  const lists = { surname: namesOf(random, surnames, 3), given: namesOf(random, givenNames, 2) };
  const rows = Object.entries(lists).flatMap(([kind, names]) =>
    names.map((name, rank) => ({ kind, rank, name, plain: folded(name).replaceAll(/[^a-z]/g, '') })),
  );
  await database.transaction(async (transaction) => {
    await transaction.run(
      sql`create table filled_name (kind text, rank int, name text, plain text, primary key (kind, rank))`,
    );
    await transaction.run(
      sql`insert into filled_name select * from jsonb_to_recordset(${json(rows)})
            as one (kind text, rank int, name text, plain text)`,
    );
  });
}

/** A number from 0 to 1 that belongs to n. */
const chance = (what: string) =>
  sql`(('x' || substr(md5(${`${what}/`}::text || n), 1, 8))::bit(32)::bigint / 4294967296.0::float8)`;

const zipfRank = (what: string, count: number): SQL =>
  sql`floor(exp(ln(${flattened}::float8) + ${chance(what)} * ln((${count + flattened}::float8) / ${flattened}::float8)) - ${flattened}::float8)::int`;

/** Columns `firstname`, `lastname`, `email` and `phone` of the n-th customer. */
export const personOf: SQL = sql`
  cross join lateral (select name as firstname, plain as first from filled_name
    where kind = 'given' and rank = ${zipfRank('given', givenNames)}) given
  cross join lateral (select name as lastname, plain as last from filled_name
    where kind = 'surname' and rank = ${zipfRank('surname', surnames)}) surname
  cross join lateral (select
    case n % 3 when 0 then first || '.' || last || n % 97 when 1 then left(first, 1) || last || n % 9973
      else first || last || n % 89 end || '@mail' || n % 7 || '.test' as email,
    '06' || lpad(floor(${chance('phone')} * 100000000)::bigint::text, 8, '0') as phone) reached`;

/** Makes all people findable, as the worker does. */
export async function indexAllPersons(database: Database): Promise<void> {
  const atOnce = 1_000;
  while ((await indexPersons(database, atOnce)) === atOnce);
}
