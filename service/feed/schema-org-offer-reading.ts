import type { PriceLine } from './schema-org-price-line';
import { fail, type Spot } from './schema-org-spot';

// More than any event has, and read at once without keeping others waiting.
const mostOfNode = 500;
// More than a feed of the largest size can write out. Only references lead to more.
const mostOfDocument = 1_000_000;

/** The offers of a document that were read, so that each is read once. */
export class OfferReading {
  private left = mostOfDocument;
  private readonly lines = {
    free: new Map<unknown, PriceLine[] | null>(),
    other: new Map<unknown, PriceLine[] | null>(),
  };

  /** For the offers of one event or session. */
  ofNode(): OfferBudget {
    const most = Math.min(mostOfNode, this.left);
    return new OfferBudget(most, (count) => {
      this.left -= count;
    });
  }

  /** The lines of an offer, by whether its event is free: that is what an offer without a price costs then. */
  linesOf(isFree: boolean): Map<unknown, PriceLine[] | null> {
    return isFree ? this.lines.free : this.lines.other;
  }
}

/**
 * How many offers and price specifications of one event are still read: references may lead to any number. Where they
 * are too many, or an offer is in itself, that is told once and no more of them are read.
 */
export class OfferBudget {
  private isOver = false;
  private readonly open = new Set<unknown>();

  constructor(
    private left: number,
    private readonly spend: (count: number) => void,
  ) {}

  /** Whether that many more may be read. `spot` is where they are listed. */
  allows(spot: Spot, count: number): boolean {
    if (this.isOver) return false;
    this.left -= count;
    this.spend(count);
    if (this.left < 0)
      this.stop(
        spot,
        'too many offers and price specifications: at most 500 of an event or session are read',
      );
    return !this.isOver;
  }

  /** What `read` makes of the offers in an offer; null where that offer is being read already. */
  within<Result>(offer: Spot, list: Spot, read: () => Result): Result | null {
    if (this.isOver) return null;
    if (this.open.has(offer.value)) return this.stop(list, 'an offer can not be one of the offers in it');
    this.open.add(offer.value);
    const result = read();
    this.open.delete(offer.value);
    return result;
  }

  private stop(spot: Spot, message: string): null {
    this.isOver = true;
    return fail(spot, message);
  }
}
