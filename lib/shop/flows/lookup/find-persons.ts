import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows, boundTexts } from '../../../database/bound-rows';
import { json, type Reader } from '../../../database/database';
import type { PhoneStart, StaffQuery } from '../../rules/read-query';
import { endOfPhone } from '../../rules/person-words';
import { isOfCatalogs } from '../../data/booking-catalogs';
import type { StaffCatalogs } from '../../rules/staff-catalogs';
import { isTypoOf, shortestWithTypos, swapped } from '../../rules/typo';

/** A checkout with words like those that were typed: 0 for the same words; each beginning adds 1, each typo more. */
export interface FoundPerson {
  readonly id: string;
  readonly rank: number;
}

/** A word of the list of all words that may be meant by a typed one. */
interface Meant {
  readonly word: string;
  readonly uses: number;
  readonly rank: number;
}

const beginningRank = 1;
const typoRank = 10;
/** Shorter ones are compared exactly: too many words begin with two letters. */
const shortestBeginning = 3;
/** Of the words that begin as typed, so many of the most used; likewise of those that are similar. */
const mostBeginnings = 100;
const mostSimilar = 30;
/** How many checkouts with one of the typed words are looked at, the newest first. */
const mostCandidates = 5_000;

/** At most so many, and only those whose tickets are all of these catalogues. */
interface Which {
  readonly limit: number;
  readonly catalogs: StaffCatalogs;
}

const personRow = z.object({ id: z.string(), rank: z.int() });
const meantRow = z.object({ typed: z.string(), word: z.string(), uses: z.int() });

/** Every character that a stored word, address or number can have comes before this one. */
const afterAll = '\u{10ffff}';

/** A condition that a B-tree of `text_pattern_ops` answers, also in a statement that was prepared for any text. */
const begins = (column: SQL, start: SQL): SQL =>
  sql`(${column} ~>=~ ${start} and ${column} ~<~ (${start} || ${afterAll}::text))`;

/** All typed words have to be among the words of the checkout. The best come first, then the newest. */
export async function findByWords(
  reader: Reader,
  { words, address }: Pick<StaffQuery, 'words' | 'address'>,
  { limit, catalogs }: Which,
): Promise<FoundPerson[]> {
  if (words.length === 0) return [];
  const meant = await readMeant(reader, words, address?.includes('@') ?? false);
  const typed = words.map((word) => ({ word, meant: meant.get(word) ?? [] }));
  if (typed.some((one) => one.meant.length === 0)) return [];
  const usesOf = (one: (typeof typed)[number]) => one.meant.reduce((sum, { uses }) => sum + uses, 0);
  // The rarest word leads to the fewest checkouts.
  const [rarest, ...others] = typed.toSorted((one, other) => usesOf(one) - usesOf(other));
  if (rarest === undefined) return [];
  const most =
    others.length === 0 && catalogs === 'all' ? limit : Math.ceil(mostCandidates / rarest.meant.length);
  const ranks = others.map((_, n) => sql`words.${rankName(n)}`);
  return reader.rows(
    personRow,
    sql`select candidate.id, (${sql.join([sql`candidate.rank`, ...ranks], sql` + `)})::int as rank
        from (
          select id, created_at, min(rank) as rank from (
            select newest.checkout_id as id, newest.created_at, one.rank
            from ${boundRows(rarest.meant, 'one (word text, rank int)')}
              cross join lateral (select checkout_id, created_at from storefront.person_posting
                where word = one.word order by created_at desc limit ${Math.max(most, limit)}) newest
            ${others.length === 0 ? sql`` : sql`union all (${allSame([rarest, ...others], limit)})`}
          ) one
          group by id, created_at
        ) candidate
        cross join lateral (
          select ${sql.join([sql`count(*)`, ...others.map((other, n) => sql`min(${rankIn(other)}) as ${rankName(n)}`)], sql`, `)}
          from storefront.person_posting where checkout_id = candidate.id and kind in ('name', 'email')) words
        where ${sql.join([isOfCatalogs(sql`candidate.id`, catalogs), ...ranks.map((rank) => sql`${rank} is not null`)], sql` and `)}
        order by rank, candidate.created_at desc limit ${limit}`,
  );
}

/** The newest checkouts with all of the words as typed: of frequent words, they need not be among the newest with one. */
function allSame([first, ...others]: readonly { word: string }[], limit: number): SQL {
  const has = others.map(
    ({ word }) =>
      sql`and checkout_id in (select checkout_id from storefront.person_posting where word = ${word}::text)`,
  );
  return sql`select checkout_id, created_at, 0 from storefront.person_posting
    where word = ${first?.word ?? ''}::text ${sql.join(has, sql` `)} order by created_at desc limit ${limit}`;
}

const rankName = (n: number): SQL => sql.raw(`rank_${n}`);

/** The rank of a stored word for a typed one; null if it is another word. All beginnings count here, not only the most used. */
function rankIn({ word, meant }: { word: string; meant: readonly Meant[] }): SQL {
  const typos = meant.filter(({ rank }) => rank === typoRank).map((one) => one.word);
  const isBeginning = word.length < shortestBeginning ? sql`false` : sql`starts_with(word, ${word}::text)`;
  return sql`case when word = ${word}::text then 0 when ${isBeginning} then ${beginningRank}::int
    when ${json(typos)} ? word then ${typoRank}::int end`;
}

/** For each typed word: the same word, words that begin with it, and words for which it may be a typo. */
async function readMeant(
  reader: Reader,
  words: readonly string[],
  isAddress: boolean,
): Promise<ReadonlyMap<string, readonly Meant[]>> {
  const begun = words.filter((word) => word.length >= shortestBeginning);
  const mistyped = words.filter((word) => word.length >= shortestWithTypos && /^[a-z]+$/.test(word));
  const rows = await reader.rows(
    meantRow,
    sql`${sameWords(words.map((word) => ({ typed: word, same: word })))}
        union all ${sameWords(mistyped.flatMap((word) => swapped(word).map((same) => ({ typed: word, same }))))}
        union all ${ofEach(begun, sql`where ${begins(sql`word`, sql`typed`)} order by uses desc limit ${mostBeginnings}`)}
        union all ${ofEach(mistyped, similarWords(sql`is_name and word % typed`))}
        ${isAddress ? sql`union all ${ofEach(mistyped, similarWords(sql`typed <<% word`))}` : sql``}`,
  );
  const found = new Map<string, Map<string, Meant>>(words.map((word) => [word, new Map()]));
  for (const { typed, word, uses } of rows) {
    const rank = rankWord(typed, word);
    if (rank !== null) found.get(typed)?.set(word, { word, uses, rank });
  }
  return new Map([...found].map(([typed, meant]) => [typed, [...meant.values()]]));
}

function rankWord(typed: string, word: string): number | null {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return beginningRank;
  return isTypoOf(typed, word) ? typoRank : null;
}

const sameWords = (pairs: readonly { typed: string; same: string }[]): SQL =>
  sql`select typed, word, uses from ${boundRows(pairs, 'pair (typed text, same text)')}
      join storefront.person_word on word = same`;

const ofEach = (words: readonly string[], rest: SQL): SQL =>
  sql`select typed, word, uses from ${boundTexts(words)} one (typed)
      cross join lateral (select word, uses from storefront.person_word ${rest}) found`;

const similarWords = (isSimilar: SQL): SQL =>
  sql`where ${isSimilar} and length(word) between length(typed) - 2 and length(typed) + 2
      order by similarity(word, typed) desc limit ${mostSimilar}`;

/** Whole addresses that are the same as typed, or begin so. */
export function findByAddress(
  reader: Reader,
  address: string,
  { limit, catalogs }: Which,
): Promise<FoundPerson[]> {
  const isSeen = (id: SQL) => isOfCatalogs(id, catalogs);
  return reader.rows(
    personRow,
    sql`select id, min(rank)::int as rank from (
          (select checkout_id as id, created_at, 0 as rank from storefront.person_posting
            where word = ${address} and kind = 'address' and ${isSeen(sql`person_posting.checkout_id`)} order by created_at desc limit ${limit})
          union all
          (select id, created_at, 0 from storefront.checkout where email = ${address} and ${isSeen(sql`checkout.id`)}
            order by created_at desc limit ${limit})
          union all
          (select checkout_id, created_at, ${beginningRank}::int from (
            select checkout_id, created_at, kind from storefront.person_posting
            where ${begins(sql`word`, sql`${address}::text`)} and kind in ('address', 'phone') limit ${mostCandidates}
          ) begun where kind = 'address' and ${address.length}::int >= ${shortestBeginning}::int
            and ${isSeen(sql`begun.checkout_id`)})
        ) one group by id, created_at order by rank, created_at desc limit ${limit}`,
  );
}

/** Numbers that are the same as typed, or begin so. */
export async function findByPhone(
  reader: Reader,
  phones: readonly PhoneStart[],
  { limit, catalogs }: Which,
): Promise<FoundPerson[]> {
  if (phones.length === 0) return [];
  const starts = phones.map(({ digits, country }) => ({
    digits,
    ending: country === null ? '' : `+${country}`,
  }));
  return reader.rows(
    personRow,
    sql`select checkout_id as id, 0 as rank from ${boundRows(starts, 'typed (digits text, ending text)')}
          cross join lateral (select checkout_id, created_at, kind, word from storefront.person_posting
            where ${begins(sql`word`, sql`digits`)} and kind in ('address', 'phone') limit ${mostCandidates}) begun
        where kind = 'phone' and (right(word, length(ending)) = ending or strpos(word, '+') = 0)
          and ${isOfCatalogs(sql`begun.checkout_id`, catalogs)}
        group by checkout_id, created_at order by created_at desc limit ${limit}`,
  );
}

/** Numbers that end with these four digits, the newest first. */
export function findByLastDigits(
  reader: Reader,
  digits: string,
  { limit, catalogs }: Which,
): Promise<FoundPerson[]> {
  return reader.rows(
    personRow,
    sql`select checkout_id as id, 0 as rank from storefront.person_posting
        where word = ${endOfPhone(digits)} and ${isOfCatalogs(sql`person_posting.checkout_id`, catalogs)}
        order by created_at desc limit ${limit}`,
  );
}
