import { getTranslations } from 'next-intl/server';
import { lastSegment } from '../../../contract/iri';
import type { Hold, Holds } from '../../../shop/rules/checkout';
import { unitsOf } from '../../../shop/rules/units-of';
import { isPlaced } from '../../../shop/values/checkout-state';
import type { ShownCheckouts } from '../../../shop/data/whole-checkout-store';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { formatAmount } from '../../../money/money';
import { checkoutOfAddress, shownCheckouts } from '../../common/checkout/shown-checkouts';
import type { TicketType } from '../../common/offer/ticket-types';
import { readGuest } from '../../common/request/guest';

/** The line at the top of each page about the tickets that are held: a link to them, with the time that is left. */
export interface HeldLine {
  readonly href: string;
  readonly secondsLeft: number;
  readonly label: string;
  /** The short text for narrow screens; the long text is still read out. */
  readonly shortLabel: string;
  readonly endedLabel: string;
}

/** Below it: what is held next replaces something. */
export interface ReplacingBar {
  /** Tickets of an earlier booking, or some that are held. */
  readonly kind: 'exchange' | 'item';
  readonly text: string;
  /** Of the button that gives it up. */
  readonly button: string;
}

/** What each page says of this browser's booking. */
export interface Held {
  readonly line: HeldLine | null;
  readonly bars: readonly ReplacingBar[];
}

/**
 * What this browser holds and has not paid, and what it exchanges; null when nothing. Undefined without the browser's
 * cookie: then the page may be one that is sent to every visitor, and the browser asks for it itself.
 */
export async function getHeld(language: Language): Promise<Held | null | undefined> {
  if ((await readGuest()) === null) return undefined;
  // Also when the customer comes back from the payment page, and may hold nothing any more.
  const shown = await shownCheckouts(checkoutOfAddress());
  const bars = await barsOf(shown, language);
  const { open } = shown;
  if (open === null) return bars.length === 0 ? null : { line: null, bars };
  const { checkout, holds } = open;
  const t = await getTranslations({ locale: language, namespace: 'shop.site' });
  const line = {
    href: paths.checkout(language, checkout.id),
    secondsLeft: Math.max(0, Math.round(checkout.secondsLeft)),
    label: t('held', { count: ticketsOf(holds) }),
    shortLabel: t('heldShort'),
    endedLabel: t('heldEnded'),
  };
  return { line, bars };
}

/** How many tickets are held: the quantities of the lines, which are the same in every language. */
function ticketsOf(holds: Holds): number {
  return unitsOf(holds.flatMap(({ descriptions }) => Object.values(descriptions)[0] ?? []));
}

/** The hold that is replaced by what is held next. */
const replacedHold = ({ open }: ShownCheckouts): Hold | undefined =>
  open?.holds.find(({ id }) => id === open.checkout.replacing);

function nameOf({ descriptions }: Hold, language: Language): string {
  const [line] = descriptions[language] ?? Object.values(descriptions)[0] ?? [];
  return line?.productName ?? '';
}

/** The page is that of the order with which the exchange ends: while it waits for it, this part of the page is made already. */
const isEnding = ({ own, exchanged }: ShownCheckouts): boolean =>
  own !== null && own.rebooking?.earlierId === exchanged?.checkout.id && isPlaced(own.checkout.state);

async function barsOf(shown: ShownCheckouts, language: Language): Promise<ReplacingBar[]> {
  const t = await getTranslations({ locale: language, namespace: 'rebooking' });
  const started = isEnding(shown) ? null : (shown.exchanged?.started ?? null);
  const hold = replacedHold(shown);
  return [
    ...(hold === undefined
      ? []
      : [
          {
            kind: 'item' as const,
            text: t('replacingBar', { count: ticketsOf([hold]), name: nameOf(hold, language) }),
            button: t('keepItem'),
          },
        ]),
    ...(started === null
      ? []
      : [
          {
            kind: 'exchange' as const,
            text: t('bar', {
              count: started.units.length,
              reference: shown.exchanged?.checkout.reference ?? '',
              amount: formatAmount(started.amount, language),
            }),
            button: t('giveUp'),
          },
        ]),
  ];
}

/** How many tickets of each product are replaced by the next hold of this catalogue; null: none are. */
async function replacedQuantities(catalogId: string): Promise<ReadonlyMap<string, number> | null> {
  if ((await readGuest()) === null) return null;
  const shown = await shownCheckouts(checkoutOfAddress());
  const hold = replacedHold(shown);
  if (hold !== undefined) {
    const { items } = hold.reservation;
    return new Map(items.map(({ product, quantity }) => [lastSegment(product), quantity]));
  }
  const started = shown.exchanged?.started ?? null;
  // What is held is the exchange already: more tickets are chosen as usual.
  if (started === null || shown.open?.rebooking?.earlierId === started.earlierId) return null;
  // Earlier tickets pay only for tickets of their own seller.
  const isOwn = shown.exchanged?.holds.some(
    (one) =>
      one.catalogId === catalogId &&
      one.reservation.items.some(({ product }) => lastSegment(product) in started.products),
  );
  return isOwn === true ? new Map(Object.entries(started.products)) : null;
}

/**
 * What the number fields of a form begin with, by offer, for a visitor who replaces tickets: as many of each product, or all
 * of one type if none is of a same product. Empty for others. `types`: of one catalogue; `ownId`: the offer that the page is
 * about.
 */
export async function presetQuantities(
  catalogId: string,
  types: readonly Pick<TicketType, 'offer' | 'maximum'>[],
  ownId?: string,
): Promise<ReadonlyMap<string, string>> {
  const replaced = await replacedQuantities(catalogId);
  const open = types.filter(({ maximum }) => maximum > 0);
  if (replaced === null || open.length === 0) return new Map();
  const all = [...replaced.values()].reduce((sum, each) => sum + each, 0);
  const own = open.filter(({ offer }) => offer.id === ownId);
  const same = open.filter(({ offer }) => replaced.has(offer.product.id));
  const isSame = same.length > 0 && own.every((type) => same.includes(type));
  const chosen = isSame ? same : [...own, ...open].slice(0, 1);
  return new Map(
    chosen.map(({ offer, maximum }) => {
      const wanted = isSame ? (replaced.get(offer.product.id) ?? 0) : all;
      return [offer.id, String(Math.min(wanted, maximum))];
    }),
  );
}
