import type { Catalog } from '../contract/catalog';
import type { Event } from '../contract/event';
import type { PartOfDay, SummaryState } from '../contract/event-summary';

/** Days without a gap, both YYYY-MM-DD. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** A catalogue of a listing. */
export interface ListedCatalog {
  readonly id: string;
  readonly name: string;
  /** The language of its texts, if it is not the one that was asked for. */
  readonly lang: string | undefined;
  /** IANA name; undefined if the server sends none. */
  readonly timezone: string | undefined;
  /** The colour that its issuer has chosen, if one. */
  readonly accent?: Catalog['accent'];
}

/** An event in lists and searches. */
export interface ListedEvent {
  readonly catalog: ListedCatalog;
  readonly event: Event;
  /** Null: the server does not tell dates, prices and availability of events in lists. */
  readonly booking: ListedBooking | null;
}

export interface ListedBooking {
  readonly status: SummaryState;
  /** The days that can be booked, in order. */
  readonly days: readonly DayRange[];
  /** Of these days, those on which something begins in the morning, the afternoon and the evening. */
  readonly daysByPart?: Readonly<Record<PartOfDay, readonly DayRange[]>> | undefined;
  /** ISO 8601, or null. */
  readonly nextSessionAt: string | null;
  /** In euros with two places, or null. */
  readonly fromPrice: string | null;
  /** What is left at `nextSessionAt`; null: unlimited, or the server does not tell. */
  readonly nextAvailableQuantity: number | null;
  /** Identifiers of products. */
  readonly productIds: readonly string[];
  /** Only gift cards are sold for it. */
  readonly giftCard?: boolean | undefined;
}

export interface FoundEvent extends ListedEvent {
  /** The first day that can be booked, of the days that were asked for; null if none is known. */
  readonly day: string | null;
  /** The part of the day that words asked for, if something begins in it on that day. */
  readonly part?: PartOfDay;
}

/** All events of all catalogues in one language. */
export interface Listing {
  readonly catalogs: readonly ListedCatalog[];
  /** In the order of their catalogues, and in the issuer's order within each. */
  readonly events: readonly ListedEvent[];
  /** False when a list was longer than what is read. */
  readonly complete: boolean;
  /** The catalogues whose events could not be read, with the errors. */
  readonly unread?: readonly { readonly catalog: ListedCatalog; readonly error: Error }[];
}

/** An event is identified by its catalogue, too: another server may use an identifier in several catalogues. */
export function listedKey({ catalog, event }: ListedEvent): string {
  return `${catalog.id} ${event.id}`;
}

/** `2027-06-01/2027-06-30` or `2027-06-01`, as the service writes them. */
export function dayRange(text: string): DayRange {
  const [first = '', last = first] = text.split('/');
  return { first, last };
}
