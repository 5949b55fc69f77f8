/** Counts all that is added and keeps only the first, so that a list of millions takes little memory. */
export class CountedList<Item> {
  readonly kept: Item[] = [];
  private added = 0;

  /** `most`: how many are kept. */
  constructor(private readonly most: number) {}

  /** How many were added. */
  get length(): number {
    return this.added;
  }

  /** Calls `make` only for an item that is kept: it may have to write a long path. */
  add(make: () => Item): void {
    this.added += 1;
    if (this.kept.length < this.most) this.kept.push(make());
  }
}
