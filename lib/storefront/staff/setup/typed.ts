import { typedText, typedWords } from '../../../contract/typed-text';

/** What was typed or ticked in a form of Setup, by the names of the fields. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** More than any of our forms has. */
const mostFields = 500;
const mostValues = 2_000;
const mostCharacters = 25_000;

/** Names of the forms themselves, of which nothing is shown again. */
const own = new Set(['catalogId', 'version', 'intent', 'seen', 'thing', 'before', 'oldName', 'oldAddress']);

/** The fields of a form as they were typed. What no page of ours can have sent is cut. */
export function typedFields(form: FormData): Typed {
  const typed = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || own.has(name) || name.startsWith('$')) continue;
    const values = typed.get(name);
    if (values === undefined && typed.size < mostFields) typed.set(name, [value.slice(0, mostCharacters)]);
    else if (values !== undefined && values.length < mostValues) values.push(value.slice(0, mostCharacters));
  }
  return Object.fromEntries(typed);
}

/** Words for people in one field; empty if nothing was typed. */
export const wordsOf = (typed: Typed, name: string): string => typedWords(typed[name]?.[0] ?? '');

/** A number, a time or a code in one field. */
export const textOf = (typed: Typed, name: string): string => typedText(typed[name]?.[0] ?? '');

export const isTicked = (typed: Typed, name: string): boolean => typed[name]?.[0] === 'yes';
