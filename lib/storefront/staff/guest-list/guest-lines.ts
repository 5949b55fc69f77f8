import { customerSchema, typedEmailSchema } from '../../../contract/customer';
import { typedText, typedWords } from '../../../contract/typed-text';
import { mostGuests } from '../../../shop/values/guest-values';

/** A line that was understood. */
export interface GuestLine {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string | null;
  readonly quantity: number;
}

export interface WrongLine {
  /** From 1, as it was typed. */
  readonly line: number;
  readonly why: 'name' | 'number' | 'email' | 'address' | 'fields';
}

interface ReadLines {
  readonly guests: readonly GuestLine[];
  readonly wrong: readonly WrongLine[];
}

interface Rules {
  /** The most tickets of one guest. */
  readonly mostTickets: number;
  /** The shop has no address that stands for that of a guest. */
  readonly needsEmail: boolean;
  /** Stands before a name of one word. */
  readonly guestWord: string;
}

/**
 * Reads a guest on each line: a name, or first and last name, and if they are there a number of tickets and an e-mail address, in
 * any order, separated by tabs (as cells of a spreadsheet are), or else by semicolons, or else by commas. Empty lines are left out.
 * `many`: more than `mostGuests`.
 */
export function readGuestLines(text: string, rules: Rules): ReadLines | 'many' {
  const guests: GuestLine[] = [];
  const wrong: WrongLine[] = [];
  for (const [index, line] of text.split(/\r\n|[\r\n\u0085\u2028\u2029]/).entries()) {
    const fields = fieldsOf(line);
    if (fields.length === 0) continue;
    if (guests.length + wrong.length >= mostGuests) return 'many';
    const read = readFields(fields, rules);
    if (typeof read === 'string') wrong.push({ line: index + 1, why: read });
    else guests.push(read);
  }
  return { guests, wrong };
}

function fieldsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((one) => line.includes(one)) ?? '\t';
  return line
    .split(separator)
    .map(typedWords)
    .filter((field) => field !== '');
}

const isNumber = (text: string) => /^\d+$/.test(typedText(text));
/** "2x", "+1" or a number at an end of a name: it is not clear how many tickets are meant. */
const hasNumber = (text: string) => /(^[+-]?\d|\d\)?$)/.test(typedText(text));

function readFields(fields: readonly string[], rules: Rules): GuestLine | WrongLine['why'] {
  const emails = fields.filter((field) => field.includes('@'));
  const numbers = fields.filter(isNumber);
  const names = fields.filter((field) => !emails.includes(field) && !isNumber(field));
  if (emails.length > 1 || numbers.length > 1 || names.length > 2) return 'fields';
  if (names.some(hasNumber)) return 'number';
  const quantity = readNumber(numbers[0] ?? '1', rules.mostTickets);
  if (quantity === null) return 'number';
  const [address] = emails;
  const email = address === undefined ? null : typedEmailSchema.safeParse(address).data;
  if (email === undefined) return 'email';
  if (email === null && rules.needsEmail) return 'address';
  const name = readName(names, rules.guestWord);
  return name === null ? 'name' : { ...name, email, quantity };
}

function readNumber(text: string, most: number): number | null {
  const typed = typedText(text);
  const number = typed.length <= 4 ? Number(typed) : 0;
  return number >= 1 && number <= most ? number : null;
}

const nameSchema = customerSchema.pick({ firstname: true, lastname: true });

/** Of one text, its last word is the last name. */
function readName(names: readonly string[], guestWord: string) {
  const [one = '', last] = names;
  const space = one.lastIndexOf(' ');
  const [firstname, lastname] =
    last !== undefined
      ? [one, last]
      : space < 0
        ? [guestWord, one]
        : [one.slice(0, space), one.slice(space + 1)];
  return nameSchema.safeParse({ firstname, lastname }).data ?? null;
}

/** The lines of which `readGuestLines` reads these guests. */
export const linesOf = (guests: readonly GuestLine[]): string =>
  guests
    .map(({ firstname, lastname, quantity, email }) =>
      [firstname, lastname, String(quantity), ...(email === null ? [] : [email])].join('; '),
    )
    .join('\n');
