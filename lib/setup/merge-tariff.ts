import { typedText, typedWords } from '../contract/typed-text';
import { nameAfter } from '../locale/short-name';
import {
  type Draft,
  type Keyed,
  keyedOf,
  type Members,
  numberOf,
  replaced,
  stringOf,
  textsOf,
  withMembers,
} from './draft';
import { byDate, type Offer, offersOf, ticketsOf } from './follow-sessions';
import type { ImportChanges } from './import-changes';
import type { ImportedTariff } from './imported';
import { keyFrom } from './keys';

export const sameName = (one: string, other: string) =>
  typedText(one).toLowerCase() === typedText(other).toLowerCase();

/** In the language of the catalogue. */
export const ownName = (draft: Draft, { members }: Keyed) =>
  textsOf(members['name'])[stringOf(draft.catalog['language'])] ?? '';

interface PricedDraft {
  readonly draft: Draft;
  /** Of the product. */
  readonly key: string;
  readonly isNew: boolean;
  /** It was there, and has something else now. */
  readonly isChanged: boolean;
  /** So many days have a new or another price. */
  readonly days: number;
}

interface AboutEvent {
  readonly key: string;
  readonly name: string;
  readonly today: string;
}

/**
 * The product of a tariff with the prices of the file. Days that the file does not name are as they were before; a day that is over
 * gets no price.
 */
export function withTariff(
  { before, now }: { before: Draft; now: Draft },
  event: AboutEvent,
  tariff: ImportedTariff,
  changes: ImportChanges,
): PricedDraft {
  const found = keyedOf(now.products).find((product) => isTariff(now, product, event, tariff.name));
  const product = found?.members ?? newProduct(now, event, tariff);
  const old = keyedOf(before.products).find(({ key }) => key === found?.key)?.members ?? {};
  const { known, others } = offersOf(old);
  const rate = numberOf(product['vatRate']);
  const isTaxed = tariff.vatRate !== null && tariff.vatRate !== rate;
  const of = found === undefined ? '' : ownName(now, found);
  const { offers, days, changed } = pricedOffers(
    known,
    tariff.prices,
    { of, today: event.today, isTaxed },
    changes,
  );
  // All its days are over.
  if (found === undefined && offers.length === 0)
    return { draft: now, key: '', isNew: false, isChanged: false, days: 0 };
  if (found !== undefined && isTaxed)
    changes.add(
      { what: 'vat', of, from: rate === null ? null : String(rate), to: String(tariff.vatRate) },
      null,
    );
  const members = {
    ...product,
    ...(tariff.vatRate === null ? {} : { vatRate: tariff.vatRate }),
    offers: [...offers.sort(byDate).map((offer) => offer.members), ...others],
  };
  const products =
    found === undefined
      ? [...now.products, members]
      : replaced(now.products, new Map([[found.index, members]]));
  return {
    draft: { ...now, products },
    key: stringOf(product['key']),
    isNew: found === undefined,
    isChanged: found !== undefined && (isTaxed || changed),
    days,
  };
}

/** The prices without tax of another VAT rate, or of another price, go: they follow from the new one. */
function pricedOffers(
  known: readonly Offer[],
  told: ImportedTariff['prices'],
  { of, today, isTaxed }: { of: string; today: string; isTaxed: boolean },
  changes: ImportChanges,
): { offers: Offer[]; days: number; changed: boolean } {
  const prices = new Map(told);
  let days = 0;
  const offers = known.map((offer) => {
    const { date, price: from } = offer;
    const price = prices.get(date) ?? from;
    prices.delete(date);
    const net = isTaxed || price !== from ? { priceExclTax: undefined } : {};
    if (price === from) return { ...offer, members: withMembers(offer.members, net) };
    days += 1;
    changes.add({ what: 'price', of, from, to: price }, date);
    const original = stringOf(offer.members['originalPrice']);
    if (original !== '') changes.add({ what: 'original_price', of, from: original, to: null }, date);
    const members = { price, originalPrice: undefined, ...net };
    return { date, price, members: withMembers(offer.members, members) };
  });
  for (const [date, price] of prices) {
    if (date < today) continue;
    days += 1;
    if (of !== '') changes.add({ what: 'price', of, from: null, to: price }, date);
    offers.push({ date, price, members: { date, price, capacity: null } });
  }
  return { offers, days, changed: days > 0 };
}

/** A product with tickets for this event alone, that is named like the tariff, with or without the name of the event. */
function isTariff(draft: Draft, product: Keyed, event: AboutEvent, name: string): boolean {
  const tickets = ticketsOf(product.members);
  if (tickets.length !== 1 || tickets[0]?.event !== event.key) return false;
  const own = ownName(draft, product);
  return sameName(own, name) || sameName(nameAfter(own, event.name) ?? '', name);
}

function newProduct(draft: Draft, event: AboutEvent, { name, vatRate }: ImportedTariff): Members {
  const language = stringOf(draft.catalog['language']);
  const full =
    nameAfter(name, event.name) === null
      ? `${typedWords(event.name)}, ${typedWords(name)}`
      : typedWords(name);
  const key = keyFrom(
    full,
    keyedOf(draft.products).map((product) => product.key),
  );
  const named = keyedOf(draft.events).find((one) => one.key === event.key)?.members['name'] ?? {};
  const tickets = [{ key: event.key, name: named, event: event.key, dateAccess: false }];
  return { key, name: { [language]: full }, vatRate, tickets, offers: [] };
}
