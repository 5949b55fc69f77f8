import { z } from 'zod';
import { mostUnits } from '@/lib/contract/feed';
import { mostOfName, mostOfText } from '@/lib/contract/feed-text';
import { isNode, type DocumentPart } from './schema-org-part';

export type Texts = Record<string, string>;

const capacitySchema = z.union([
  z.int().nonnegative().max(mostUnits),
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

/**
 * A text of the document, by language: a string is in the catalogue's language, a value object in its own
 * (`{"@value": "Tides", "@language": "en"}`). Empty if there is none; null after an error.
 */
export function readTexts(part: DocumentPart, most = mostOfText): Texts | null {
  const { language } = part.reading;
  const texts = new Map<string, string>();
  for (const item of part.items()) {
    const tag = item.at('@language');
    const written = tag.isAbsent ? language : typeof tag.value === 'string' ? tag.value : '';
    const code = written.toLowerCase().split('-')[0] ?? '';
    if (!/^[a-z]{2}$/.test(code)) return tag.fail('A language code of two letters is needed, such as "en".');
    const text = isNode(item.value) ? item.at('@value').value : item.value;
    if (typeof text !== 'string' || text.length > most)
      return item.fail(`A text of at most ${most} characters is needed.`);
    if (texts.has(code)) item.warn(`Left out: there is a text in "${code}" before it.`);
    else texts.set(code, text);
  }
  if (texts.size > 0 && !texts.has(language)) {
    return part.fail(`A text in "${language}", the catalogue's language, is missing.`);
  }
  return Object.fromEntries(texts);
}

/** The texts if there are any, else null. */
export function filled(texts: Texts | null): Texts | null {
  return texts !== null && Object.keys(texts).length > 0 ? texts : null;
}

/** A text in one line, in the catalogue's language; empty if there is none; null after an error. */
export function readLine(part: DocumentPart, most = mostOfName): string | null {
  const { value } = part.single();
  if (typeof value === 'number') return String(value);
  const texts = readTexts(part, most);
  return texts && (texts[part.reading.language] ?? '').trim();
}

/** The capacity; null is unlimited, and is also returned after an error. */
export function readCapacity(part: DocumentPart): number | null {
  if (part.isEmpty) return part.warn('Empty: taken as if there were no limit.');
  if (part.isAbsent) return null;
  const capacity = capacitySchema.safeParse(quantity(part));
  return capacity.success ? capacity.data : part.fail('A whole number of people, zero or more, is needed.');
}

/** A number or a text, also the one in a QuantitativeValue. */
export function quantity(part: DocumentPart): unknown {
  const only = part.single();
  return isNode(only.value) ? only.at('value').single().value : only.value;
}

/** Whether a flag is `true` (`false`): as JSON, as a text, or as schema.org's own `True` (`False`). */
export function says(part: DocumentPart, flag: boolean): boolean {
  return part.single().value === flag || part.term.toLowerCase() === String(flag);
}

/** A name in one line in each language; empty if it is missing in the catalogue's language; null after an error. */
export function readName(node: DocumentPart): Texts | null {
  const texts = readTexts(node.at('name'), mostOfName);
  const entries = Object.entries(texts ?? {}).map(([code, text]) => [code, text.trim()] as const);
  const name = Object.fromEntries(entries.filter(([, text]) => text !== ''));
  return texts && (name[node.reading.language] === undefined ? {} : name);
}
