import { headers } from 'next/headers';
import { z } from 'zod';
import type { CallOptions } from '../../../client/result';
import { ServiceError } from '../../../client/service-error';
import { idSchema, lastSegment } from '../../../contract/iri';
import type { Offer, OfferTicket } from '../../../contract/offer';
import type { CreateReservationsInput, FailedReservation } from '../../../contract/reservation';
import { languages } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext } from '../../../runtime/app-context';
import type { HoldResult } from '../../../shop/flows/basket/basket';
import { startHold } from '../checkout/checkout';
import { planOf, warningOf } from '../offer/combination';
import { ensureGuest, readGuest, readPlace } from '../request/guest';
import {
  aboutOffer,
  choiceQuery,
  readChoice,
  ticketsWithoutSession,
  toReservationItem,
  wantedOffers,
  withNearest,
  type HoldChoice,
  type HoldProblem,
  type Wanted,
} from '../offer/hold-choice';
import { inTurn } from '../waiting-room/in-turn';
import { maximumPerHold, readOffer, type SalesPlace } from '../offer/offers';
import { withSeats } from '../seat/chosen-seats';
import { exchangeStarted } from '../exchange/rebooking';

export const placeSchema = z.object({
  language: z.enum(languages),
  catalogId: idSchema,
  offerId: idSchema,
  /** The page. */
  formId: idSchema,
  /** Of which chosen sessions the page warned, if it did. */
  warned: z.string().max(1000).optional(),
});
type Place = z.infer<typeof placeSchema>;

export function problemPath(
  place: Place,
  choice: HoldChoice,
  problem: HoldProblem,
  pathOf: typeof paths.offer = paths.offer,
): string {
  const { code, ...about } = problem;
  const details = Object.entries({ problem: code, ...about }).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const query = {
    ...choiceQuery(withNearest(choice, problem), place.offerId),
    ...Object.fromEntries(details),
  };
  return `${pathOf(place.language, place.catalogId, place.offerId, query)}#problem`;
}

function refusal(
  failed: readonly FailedReservation[],
  choice: HoldChoice,
  asked: readonly HeldOffer[],
): HoldProblem {
  const [first] = failed;
  const named = (one: HeldOffer, index: number) =>
    index === first?.index || one.item.offer === first?.offer || asked.length === 1;
  const offer = asked.find(named)?.offer;
  const reason = first?.reason ?? 'UNKNOWN';
  const problem: HoldProblem = offer === undefined ? { code: reason } : aboutOffer(reason, offer.id, choice);
  const { takenSeats = [], nearestSeats = [] } = first ?? {};
  if (takenSeats.length > 0)
    return {
      ...problem,
      taken: takenSeats.join(' '),
      nearest: nearestSeats.map(({ name }) => name).join(' '),
    };
  const left = first?.availableQuantity ?? null;
  return left === null ? problem : { ...problem, left: Math.max(0, left) };
}

type RequestedItem = CreateReservationsInput['items'][number];

/** An offer of the form, as it is now, with the price that the customer saw. */
interface HeldOffer {
  readonly offer: Offer;
  readonly item: RequestedItem;
  readonly seenPrice: string;
  /** Of the offer, with the sessions to choose from. */
  readonly tickets: readonly OfferTicket[];
}

type HoldOutcome =
  /** `exchangedId`: the purchase whose tickets are exchanged. `isReplaced`: it is held in place of something else. */
  | { checkoutId: string; exchangedId: string | null; isReplaced?: true }
  /** The form with which the customer goes on after waiting. */
  | { waitFor: string; choice: Pick<HoldChoice, 'quantities' | 'sessions'> }
  | HoldProblem;

type OfferNow = Extract<Awaited<ReturnType<typeof readOffer>>, { kind: 'found' }>['value'];

/** An offer of the form as it is to be held, or why it can't be. */
function offerToHold(
  place: Place,
  { offerId, quantity }: Wanted,
  choice: HoldChoice,
  { offer, tickets, price }: OfferNow,
): HeldOffer | HoldProblem {
  const about = (code: HoldProblem['code']) => aboutOffer(code, offerId, choice);
  const item = toReservationItem({ catalogId: place.catalogId, offerId, quantity }, choice, tickets);
  if (item === null) return about('typeSession');
  if (price === 'not_found') return about('NOT_ON_SALE');
  if (price === 'unknown') return about('unpriced');
  // The customer never pays another price than the one shown. The next page shows both prices.
  const seenPrice = choice.seenPrices.get(offerId) ?? price.amountInclTax;
  if (seenPrice !== price.amountInclTax) return { ...about('price'), before: seenPrice };
  return { offer, item, seenPrice, tickets };
}

/** Where it is sold, and how old the offers may be that the form names: as they were shown, or as they are now. */
type Reading = Pick<CallOptions, 'recent' | 'fresh'> & { readonly at: SalesPlace };

/** All offers of the form, or the first problem: nothing is held unless all can be. */
async function offersToHold(
  place: Place,
  choice: HoldChoice,
  { at, ...reading }: Reading,
): Promise<HeldOffer[] | HoldProblem> {
  const context = await getAppContext();
  const wanted = wantedOffers(choice, place.offerId, maximumPerHold(context, place.catalogId, at));
  const read = (offerId: string) =>
    readOffer(context, { ...place, offerId }, { language: place.language, ...reading });
  const others = wanted.kind === 'ok' ? wanted.value.filter(({ offerId }) => offerId !== place.offerId) : [];
  const [own, ...found] = await Promise.all([
    read(place.offerId),
    ...others.map(({ offerId }) => read(offerId)),
  ]);
  if (own.kind === 'missing') return { code: 'NOT_ON_SALE' };
  if (wanted.kind === 'problem') return wanted.problem;
  if (ticketsWithoutSession(choice, own.value.tickets).length > 0) return { code: 'session' };
  const readings = new Map([
    [place.offerId, own],
    ...others.map(({ offerId }, i) => [offerId, found[i]] as const),
  ]);
  const held: HeldOffer[] = [];
  for (const one of wanted.value) {
    const now = readings.get(one.offerId);
    if (now?.kind !== 'found') return aboutOffer('NOT_ON_SALE', one.offerId, choice);
    const offer = offerToHold(place, one, choice, now.value);
    if ('code' in offer) return offer;
    held.push(offer);
  }
  // Last, so that the customer is asked once, about what can be held.
  const clock = { day: own.value.offer.date, timezone: undefined, language: place.language };
  const warning = warningOf(planOf(own.value.tickets, clock), choice, place.warned);
  if (warning !== null) return { code: warning };
  return choice.seats === undefined ? held : withSeats(context.client, held, choice.seats, place.language);
}

/** The choice as the form of another of its offers has it: with the sessions of that offer's tickets. */
function choiceAt(offerId: string, { quantities }: HoldChoice, asked: readonly HeldOffer[]) {
  const item = asked.find(({ offer }) => offer.id === offerId)?.item;
  const sessions = (item?.ticketSessions ?? []).flatMap(({ ticket, session }) =>
    session === undefined ? [] : [[lastSegment(ticket), lastSegment(session)] as const],
  );
  return { quantities, sessions: new Map(sessions) };
}

/** The form, if it may be sent twice: a script ignores further clicks while it waits for the answer. */
async function repeatableForm({ formId }: Place): Promise<{ formId?: string }> {
  const isScript = (await headers()).has('next-action');
  return isScript ? {} : { formId };
}

export type HoldRequest = Parameters<typeof startHold>[0];
export type Held =
  Awaited<ReturnType<typeof startHold>> | HoldResult | { kind: 'has_to_wait'; offerId: string };

/** In the storefront: for this browser, when it is its turn. */
async function holdInTurn(request: HoldRequest, place: Place): Promise<Held> {
  const { waitingRooms: rooms, log } = await getAppContext();
  const onError = (error: unknown) => log.error({ err: error }, 'a turn could not be counted');
  const browser = { readGuest, ensureGuest, readPlace };
  const form = await repeatableForm(place);
  const offers = (request.offers ?? []).map(({ id }) => ({ catalogId: place.catalogId, offerId: id }));
  return inTurn({ rooms, offers, browser, onError }, () => startHold({ ...request, ...form }));
}

type StartHold = (request: HoldRequest, place: Place) => Promise<Held>;

/** Holds what the form shows. Only if that fails are the offers read again, and the next page shows them as they are now. */
export async function tryHold(
  place: Place,
  choice: HoldChoice,
  at: SalesPlace,
  start: StartHold,
): Promise<HoldOutcome> {
  const seen = await offersToHold(place, choice, { at, recent: true });
  const outcome = 'code' in seen ? null : await holdOffers(place, choice, seen, start);
  if (outcome !== null && !('code' in outcome)) return outcome;
  const now = await offersToHold(place, choice, { at, fresh: true });
  if (outcome !== null && outcome.code !== 'invalid') return outcome;
  return 'code' in now ? now : holdOffers(place, choice, now, start);
}

async function holdOffers(
  place: Place,
  choice: HoldChoice,
  asked: readonly HeldOffer[],
  start: StartHold,
): Promise<HoldOutcome> {
  const { language, catalogId } = place;
  const hold = await start(
    {
      language,
      catalogId,
      items: asked.map(({ item }) => item),
      seenPrices: new Map(asked.map(({ offer, seenPrice }) => [offer.id, seenPrice])),
      offers: asked.map(({ offer }) => offer),
    },
    place,
  );
  switch (hold.kind) {
    case 'held':
      return { exchangedId: null, ...hold };
    case 'has_to_wait':
      return { waitFor: hold.offerId, choice: choiceAt(hold.offerId, choice, asked) };
    case 'refused':
      return refusal(hold.failed, choice, asked);
    case 'repriced': {
      const before = asked.find(({ offer }) => offer.id === hold.offerId)?.seenPrice;
      return { ...aboutOffer('price', hold.offerId, choice), ...(before === undefined ? {} : { before }) };
    }
    case 'over_quota':
      return {
        // For the customer, a site is shown as a network, too.
        code: hold.of === 'site' ? 'network' : hold.of,
        left: hold.left,
        ...(hold.seconds === null ? {} : { minutes: Math.ceil(hold.seconds / 60) }),
      };
    case 'busy':
    case 'invalid':
      return { code: hold.kind };
  }
}

export function serviceProblem(error: unknown): HoldOutcome {
  if (!(error instanceof ServiceError)) throw error;
  return { code: error.reason === 'busy' ? 'busy' : 'unavailable' };
}

/**
 * Holds what an offer's form contains. Resolves to the URL to continue with: the checkout, the waiting
 * room, or the offer's page with the choice and the problem. Null when the form was not made by the shop.
 */
export async function holdFromForm(form: FormData): Promise<string | null> {
  const parsed = placeSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const place = parsed.data;
  const choice = readChoice(form.entries(), place.offerId);
  const outcome = await tryHold(place, choice, 'shop', holdInTurn).catch(serviceProblem);
  if ('waitFor' in outcome) {
    const query = choiceQuery(outcome.choice, outcome.waitFor);
    return paths.waitingRoom(place.language, place.catalogId, outcome.waitFor, query);
  }
  if ('checkoutId' in outcome) {
    const { checkoutId, exchangedId, isReplaced } = outcome;
    const refused = await exchangeStarted(checkoutId, exchangedId, place.language);
    const page = paths.checkout(place.language, checkoutId);
    if (refused !== null) return `${page}?notice=exchange&why=${refused}`;
    // Somebody who came back from another page hears what has become of the booking.
    return isReplaced === true ? `${page}?notice=changed&at=${Date.now()}` : page;
  }
  return problemPath(place, choice, outcome);
}
