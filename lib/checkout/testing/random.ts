/** Random choices that a seed repeats (mulberry32). */
export interface Random {
  /** From 0, below 1. */
  next: () => number;
  chance: (probability: number) => boolean;
  /** Whole, from `least` to `most`, both included. */
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
