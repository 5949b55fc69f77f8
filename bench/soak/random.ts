import { randomInt } from 'node:crypto';

/** One of some; undefined of none. */
export function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}

/** One of some. Throws when there is none. */
export function oneOf<Item>(items: readonly Item[], what: string): Item {
  const found = anyOf(items);
  if (found === undefined) throw new Error(`there is no ${what} to choose from`);
  return found;
}

/** An address of a network (/24) that hardly any other client has: 10.0.0.0/8 (RFC 1918) has 65,536 of them. */
export function anyNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.7`;
}
