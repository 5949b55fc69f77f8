/** Counts all items that are added but keeps only the first, so that a list of millions needs little memory. */
export class CountedList<Item> {
  readonly kept: Item[] = [];
  private added = 0;

  constructor(private readonly most: number) {}

  /** How many were added. */
  get length(): number {
    return this.added;
  }

  /** Calls `make` only for an item that is kept, because writing its path may be expensive. */
  add(make: () => Item): void {
    this.added += 1;
    if (this.kept.length < this.most) this.kept.push(make());
  }
}
