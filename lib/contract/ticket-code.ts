import { typedText } from './typed-text';

/** The alphabet of `newReference` in service/order: no 0 or O, no 1, I or L. */
const characters = /^[2-9A-HJKMNP-Z]{12}$/;

// A phone reads whatever QR code it is shown: some have thousands of characters.
const longest = 64;

/** The code in its usual form; null if these are not the letters and digits of one. */
function written(text: string): string | null {
  const bare = text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  // Some scanners send a code twice when their button is held.
  const once = bare.length === 24 && bare.startsWith(bare.slice(12)) ? bare.slice(12) : bare;
  return characters.test(once) ? once.replaceAll(/(.{4})(?=.)/g, '$1-') : null;
}

/**
 * The code of a ticket, `H4TK-9QWE-2MBX`, from what was typed or scanned; null for what can't be one. Only letters and
 * digits count: people leave out the hyphens, and a scanner that is set to another keyboard layout sends other characters for them.
 */
export function ticketCode(text: string): string | null {
  return text.length > longest ? null : written(typedText(text));
}

const keys = (received: string, meant: string): ReadonlyMap<string, string> =>
  new Map(Array.from(received, (character, i) => [character, meant.charAt(i)]));

/**
 * What a scanner types for its keys if it is set to the layout of the United States and the device to another one, or if
 * Caps Lock shifts the digits, too: the characters that arrive, and those that are meant.
 */
const layouts: readonly ReadonlyMap<string, string>[] = [
  // Germany, Austria, Switzerland
  keys('yzß', 'zy-'),
  keys('yz"§$%&/()?', 'zy23456789-'),
  // France and Belgium
  keys('aqzw,?é"\'(-§è_!ç)°', 'qawzmm2345667889--'),
  // The United States and the United Kingdom
  keys('@#$%^&*(_', '23456789-'),
  keys('"£$%^&*(_', '23456789-'),
];

/**
 * The codes that a text may be, the most likely first: as it is, and as a scanner with another keyboard layout would have
 * typed it. At most one of them is the code of a ticket, because codes are random.
 */
export function possibleTicketCodes(text: string): readonly string[] {
  if (text.length > longest) return [];
  const plain = typedText(text);
  const moved = layouts.map((layout) =>
    Array.from(plain.toLowerCase(), (key) => layout.get(key) ?? key).join(''),
  );
  return [...new Set([plain, ...moved].flatMap((one) => written(one) ?? []))];
}

/**
 * Whether the scanner that typed this text probably has another keyboard layout than the device. `code`: that of the ticket
 * that was found; null: none was.
 */
export function isOtherLayout(text: string, code: string | null): boolean {
  const plain = ticketCode(text);
  if (code !== null) return plain !== code;
  return plain === null && (possibleTicketCodes(text).length > 0 || /[^\x00-\x7f]/.test(typedText(text)));
}
