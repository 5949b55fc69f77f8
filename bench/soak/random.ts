import { randomInt } from 'node:crypto';

/** A random element; undefined for an empty list. */
export function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}

/** A random element. Throws for an empty list. */
export function oneOf<Item>(items: readonly Item[], what: string): Item {
  const found = anyOf(items);
  if (found === undefined) throw new Error(`there is no ${what} to choose from`);
  return found;
}

/** An address of a network (/24) that hardly any other client has: 10.0.0.0/8 (RFC 1918) has 65,536 of them. */
export function anyNetwork(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.7`;
}
