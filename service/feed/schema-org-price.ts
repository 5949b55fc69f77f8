import { amountSchema } from '@/lib/contract/values';
import { compareAmounts } from '@/lib/money/money';
import { at, fail, isAbsent, isNode, items, single, term, type Spot } from './schema-org-spot';
import { isTrue } from './schema-org-values';

/**
 * What it costs to come to an event or session: the lowest price among its offers, as `lowPrice` of an
 * AggregateOffer is the lowest too; "0.00" when it has none and is free. Null after an error.
 */
export function readPrice(node: Spot): string | null {
  const free = isTrue(at(node, 'isAccessibleForFree'));
  const offers = items(at(node, 'offers'));
  if (offers.length === 0) {
    if (free) return '0.00';
    return fail(at(node, 'offers'), 'an offer with a price is needed, or isAccessibleForFree: true');
  }
  const amounts = offers.map((offer) => readOffer(offer, free));
  return amounts.reduce((lowest, amount) =>
    lowest === null || amount === null ? null : compareAmounts(amount, lowest) < 0 ? amount : lowest,
  );
}

/** Whether the node names a price of its own. */
export function hasPrice(node: Spot): boolean {
  return items(at(node, 'offers')).length > 0 || isTrue(at(node, 'isAccessibleForFree'));
}

function readOffer(offer: Spot, free: boolean): string | null {
  if (!isNode(offer.value)) return fail(offer, 'an Offer is needed');
  const isAggregate = items(at(offer, '@type')).some((type) => term(type.value) === 'AggregateOffer');
  const price = at(offer, isAggregate ? 'lowPrice' : 'price');
  const amount = isAbsent(price) && free ? '0.00' : readAmount(price);
  const currency = at(offer, 'priceCurrency');
  const isFree = free || amount === '0.00';
  if (isAbsent(currency) ? amount !== null && !isFree : single(currency).value !== 'EUR') {
    return fail(currency, 'the currency "EUR" is needed: no other is sold (specification §2.7)');
  }
  return amount;
}

function readAmount(spot: Spot): string | null {
  const { value } = single(spot);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  const amount = match ? `${match[1] ?? ''}.${(match[2] ?? '').padEnd(2, '0')}` : '';
  if (amountSchema.safeParse(amount).success) return amount.replace(/^0+(?=\d)/, '');
  return fail(spot, 'a price with at most two decimals is needed, such as 12.50');
}
