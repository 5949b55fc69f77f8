/**
 * The seed of randomized tests: SEED of the environment, else a new one. It is printed, so that a failure can be
 * repeated.
 */
export function printedSeed(of: string): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${of}: SEED=${seed}\n`);
  return seed;
}

/** Random choices that can be repeated with the same seed (mulberry32). */
export interface Random {
  /** At least 0, below 1. */
  next: () => number;
  chance: (probability: number) => boolean;
  /** An integer from `least` to `most`, both included. */
  whole: (least: number, most: number) => number;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: ([first, ...others]) => others[Math.floor(next() * (others.length + 1)) - 1] ?? first,
  };
}

/** The items in a random order. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Picks the items in a random order, again and again, so that each of them is picked soon. */
export function dealerOf<Item>(random: Random, items: readonly [Item, ...Item[]]): () => Item {
  let deck: Item[] = [];
  return () => {
    if (deck.length === 0) deck = shuffled(random, items);
    return deck.pop() ?? items[0];
  };
}
