import anyAscii from 'any-ascii';
import { typedText } from '../contract/typed-text';

const longest = 60;

/** A key from a name in any script that no other thing has: `guided-tour`, `guided-tour-2`. */
export function keyFrom(name: string, taken: Iterable<string>): string {
  const words = anyAscii(typedText(name))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const base = withoutDashes(withoutDashes(words).slice(0, longest)) || 'item';
  const others = new Set(taken);
  let [key, number] = [base, 2];
  for (; others.has(key); number += 1) key = `${base}-${number}`;
  return key;
}

const withoutDashes = (text: string) => text.replace(/^-/, '').replace(/-$/, '');
