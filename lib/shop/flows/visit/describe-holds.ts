import type { Client } from '../../../client/client';
import { ServiceError } from '../../../client/service-error';
import { otherLanguage } from '../../../contract/catalog';
import { lastSegment } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import type { ChosenTicket, ReservationItem } from '../../../contract/reservation';
import type { Language } from '../../../locale/languages';
import type { Hold, Holds } from '../../rules/checkout';
import type { Line } from '../../values/checkout-values';
import { saveDescription } from '../../data/hold-store';
import { withHistory } from '../../rules/moved-ticket';
import { anyTime, findEvent, readVisit } from './read-place';
import type { CheckoutContext } from '../../context';

/**
 * Descriptions of what is held, in one language. They are requested once and stored. When the service can't
 * describe an item (any more), the description in another language is used. `alreadyRead`: offers that were just read in
 * this language.
 */
export async function describeHolds(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  holds: Holds,
  language: Language,
  alreadyRead: readonly Offer[] = [],
): Promise<Line[]> {
  const descriptions = await Promise.all(
    holds.map((hold) => describeHold(context, hold, language, alreadyRead)),
  );
  return descriptions.flat();
}

async function describeHold(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  hold: Hold,
  language: Language,
  alreadyRead: readonly Offer[],
): Promise<Line[]> {
  const stored = hold.descriptions[language];
  if (stored !== undefined) return withReservation(stored, hold);
  const described = await readDescription(context, hold, language, alreadyRead);
  if (described === null) {
    const withoutNames = () => hold.reservation.items.map((item) => lineWithoutNames(hold.catalogId, item));
    return anyDescription(hold) ?? withReservation(withoutNames(), hold);
  }
  await saveDescription(context.database.single, hold.id, language, described);
  return withReservation(described, hold);
}

/** Null when the service can't describe all of it. */
export async function readDescription(
  { client, report }: Pick<CheckoutContext, 'client' | 'report'>,
  hold: Pick<Hold, 'id' | 'catalogId' | 'reservation' | 'descriptions'>,
  language: Language,
  alreadyRead: readonly Offer[] = [],
): Promise<Line[] | null> {
  const [earlierDescription = []] = Object.values(hold.descriptions);
  try {
    const lines = await Promise.all(
      hold.reservation.items.map((item) => describeItem(client, hold.catalogId, item, language, alreadyRead)),
    );
    const described = lines
      .filter((line) => line !== null)
      .map((line, index) => withHistory(line, earlierDescription[index]));
    return described.length === lines.length ? described : null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'what is held could not be described', { hold: hold.id, reason: error.reason });
    return null;
  }
}

/** A voucher may have changed what the items cost since they were described; their rules are not in descriptions. */
function withReservation(lines: readonly Line[], { reservation }: Pick<Hold, 'reservation'>): Line[] {
  return lines.map((line, index) => {
    const item = reservation.items[index];
    if (item === undefined) return line;
    const {
      totalAmountInclTax: totalAmount,
      discountInclTax: discount = '0.00',
      cancellation,
      rebooking,
      giftCard,
    } = item;
    const described = { ...line, totalAmount, discount, returns: { cancellation, rebooking } };
    return giftCard === true ? { ...described, giftCard } : described;
  });
}

/** What is stored, in the first of the languages that has a description, else in any: the service is not asked. */
export function storedDescription(
  hold: Pick<Hold, 'descriptions' | 'reservation'>,
  wanted: readonly Language[],
): Line[] {
  const stored = [
    ...wanted.map((language) => hold.descriptions[language]),
    ...Object.values(hold.descriptions),
  ];
  return withReservation(stored.find((lines) => lines !== undefined) ?? [], hold);
}

/** The description in any language, with the language of its texts. */
function anyDescription(hold: Pick<Hold, 'descriptions' | 'reservation'>): Line[] | undefined {
  const [found] = Object.entries(hold.descriptions);
  if (found === undefined) return undefined;
  const [language, lines] = found;
  return withReservation(lines, hold).map((line) => ({ ...line, lang: line.lang ?? language }));
}

/** Null when the catalogue no longer has the offer. */
async function describeItem(
  client: Client,
  catalogId: string,
  item: ReservationItem,
  language: Language,
  alreadyRead: readonly Offer[],
): Promise<Line | null> {
  const offerId = lastSegment(item.offer);
  const known = alreadyRead.find(({ id }) => id === offerId);
  const reading =
    known === undefined
      ? client.getOffer(catalogId, offerId, { language })
      : Promise.resolve({ kind: 'found' as const, value: known });
  const placeOf = async ({ ticket, session = null }: ChosenTicket) =>
    readVisit(
      client,
      catalogId,
      { session, event: session === null ? findEvent(await reading, ticket) : null },
      language,
    );
  const [catalog, offer, places] = await Promise.all([
    client.getCatalog(catalogId, { language }),
    reading,
    Promise.all(item.offerTickets.map(placeOf)),
  ]);
  if (catalog.kind === 'missing' || offer.kind === 'missing' || places.includes(null)) return null;
  const names = new Map(offer.value.tickets.map((ticket) => [ticket['@id'], ticket.name]));
  const lang = otherLanguage(catalog.value, language);
  const accent = catalog.value.accent ?? undefined;
  return {
    ...lineWithoutNames(catalogId, item),
    ...(lang === undefined ? {} : { lang }),
    catalogName: catalog.value.name,
    ...(accent === undefined ? {} : { accent }),
    timezone: catalog.value.timezone ?? null,
    productName: offer.value.product.name,
    date: offer.value.date,
    tickets: item.offerTickets.map(({ ticket, seats }, index) => ({
      name: names.get(ticket) ?? '',
      ...(places[index]?.place ?? anyTime),
      ...(seats === undefined ? {} : { seats }),
    })),
  };
}

/** What a reservation itself says of an item. The names are empty: they come from the catalogue. */
function lineWithoutNames(catalogId: string, item: ReservationItem): Line {
  return {
    catalogId,
    catalogName: '',
    timezone: null,
    productId: lastSegment(item.product),
    productName: '',
    date: null,
    quantity: item.quantity,
    unitAmount: item.unitAmountInclTax,
    totalAmount: item.totalAmountInclTax,
    discount: item.discountInclTax ?? '0.00',
    tickets: item.offerTickets.map(({ seats }) => ({
      name: '',
      ...anyTime,
      ...(seats === undefined ? {} : { seats }),
    })),
  };
}
