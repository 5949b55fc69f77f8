import { endsWith, type Persons, plainAddress, plainPhone, splitWords, wordsOfAddress } from './person-words';
import type { StaffQuery } from './read-query';
import { isTypoOf, typosBetween } from './typo';

/** What of a checkout is like what was typed. `typed`: only if another word was meant by it. */
export type MatchReason =
  | { readonly kind: ExactKind }
  | { readonly kind: 'name' | 'email' | 'phone'; readonly found: string; readonly typed?: string };

export const exactKinds = [
  'reference',
  'order',
  'creditNote',
  'invoice',
  'identifier',
  'payment',
  'ticket',
] as const;
export type ExactKind = (typeof exactKinds)[number];

interface Named {
  readonly kind: 'name' | 'email' | 'phone';
  readonly word: string;
  /** As the customer wrote it. */
  readonly written: string;
}

/** For each typed word, the word of the checkout by which it was found. */
export function findReasons(query: StaffQuery, row: Persons): MatchReason[] {
  const named = namesOf(row);
  const { phones, lastDigits } = query;
  const isTyped = (word: string) =>
    phones.some(({ digits }) => word.startsWith(digits)) ||
    (lastDigits !== null && endsWith(word, lastDigits));
  const phone = named.find(({ kind, word }) => kind === 'phone' && isTyped(word));
  if (phone !== undefined) return [{ kind: 'phone', found: phone.written }];
  const address = named.find(
    ({ kind, word }) => kind === 'email' && query.address !== null && word.startsWith(query.address),
  );
  const isName =
    query.address?.includes('@') !== true &&
    query.words.length === 1 &&
    named.some(({ kind, word }) => kind === 'name' && word.startsWith(query.words[0] ?? ''));
  if (address !== undefined && !isName) return [{ kind: 'email', found: address.written }];
  const reasons = query.words.flatMap((typed) => findReason(typed, named) ?? []);
  const seen = new Set<string>();
  return reasons.filter(({ found }) => !seen.has(found) && seen.add(found));
}

function findReason(typed: string, named: readonly Named[]) {
  const words = named.filter(({ kind }) => kind !== 'phone');
  const same = words.find(({ word }) => word === typed) ?? words.find(({ word }) => word.startsWith(typed));
  if (same !== undefined) return { kind: same.kind, found: same.written };
  const [nearest] = words
    .filter(({ word }) => isTypoOf(typed, word))
    .toSorted((one, other) => typosBetween(typed, one.word) - typosBetween(typed, other.word));
  return nearest === undefined ? null : { kind: nearest.kind, found: nearest.written, typed };
}

function namesOf({ entries, customer, email, holders = [] }: Persons): Named[] {
  const persons = [customer, entries].filter((one) => one !== null);
  const all = [...persons, ...holders];
  const addresses = [email, ...all.map((one) => one.email)].flatMap((one) =>
    one?.includes('@') === true ? [one] : [],
  );
  return [
    ...all.flatMap(({ firstname, lastname }) =>
      [...`${firstname} ${lastname}`.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(([written]) =>
        splitWords(written).map((word) => ({ kind: 'name' as const, word, written })),
      ),
    ),
    ...addresses.flatMap((written) =>
      [plainAddress(written), ...wordsOfAddress(written)].map((word) => ({
        kind: 'email' as const,
        word,
        written,
      })),
    ),
    ...persons.flatMap(({ phone, country }) => {
      const word = phone === undefined ? null : plainPhone(phone, country);
      return word === null ? [] : { kind: 'phone' as const, word, written: phone ?? '' };
    }),
  ];
}
