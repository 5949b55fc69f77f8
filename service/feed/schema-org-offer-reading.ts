import type { LineState } from './schema-org-availability';
import type { DocumentPart } from './schema-org-part';
import type { Stock } from './schema-org-stock';
import type { Texts } from './schema-org-values';

/** One price of a session, from an Offer. */
export interface PriceLine {
  /** Empty if the offer has none. */
  readonly name: Texts;
  /** A decimal with two places, in EUR; null: unclear, and never sold. */
  readonly price: string | null;
  readonly state: LineState;
  /** Beginning and end of the sale, in milliseconds since 1970; null: no limit. */
  readonly from: number | null;
  readonly until: number | null;
  /** The stock of the offer for all its sessions together. */
  readonly stock: Stock | null;
}

// More than any real event has, and few enough to read without delaying other requests.
const mostOfNode = 500;
// More than a feed of the largest size can contain. Only references can lead to more.
const mostOfDocument = 1_000_000;

/** Lines that were read, by their node; null after an error. */
export type KnownLines = Map<unknown, PriceLine[] | null>;

/** The offers of a document that were read, so that each is read once. */
export class OfferReading {
  left = mostOfDocument;
  // An offer without a price is free if its event is.
  readonly linesOfFree: KnownLines = new Map();
  readonly linesOfOthers: KnownLines = new Map();
}

/**
 * How many more offers and price specifications of one event may be read: references may lead to any number. If
 * there are too many, or an offer contains itself, this is reported once and no more of them are read.
 */
export class OfferBudget {
  private left: number;
  private isOver = false;
  private readonly open = new Set<unknown>();

  constructor(private readonly offers: OfferReading) {
    this.left = Math.min(mostOfNode, offers.left);
  }

  /** Whether that many more may be read. `part` is where they are listed. */
  allows(part: DocumentPart, count: number): boolean {
    if (this.isOver) return false;
    this.left -= count;
    this.offers.left -= count;
    if (this.left >= 0) return true;
    this.stop(
      part,
      'There are too many offers and price specifications: at most 500 of an event or session are read.',
    );
    return false;
  }

  /** The result of `read` for the offers in an offer; null if that offer is being read already. */
  within<Result>(offer: DocumentPart, list: DocumentPart, read: () => Result): Result | null {
    if (this.isOver) return null;
    if (this.open.has(offer.value)) return this.stop(list, 'An offer can not be one of the offers in it.');
    this.open.add(offer.value);
    const result = read();
    this.open.delete(offer.value);
    return result;
  }

  private stop(part: DocumentPart, message: string): null {
    this.isOver = true;
    return part.fail(message);
  }
}
