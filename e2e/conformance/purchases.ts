import { membersOf, type Probe } from './probe';
import { arrayOf, centsOf, isObject, type Json, objectOf, pathOf, textOf, wholeOf } from './values';

export interface Ticket {
  path: string;
  dateAccess: boolean;
  /** Paths of the sessions to choose from. */
  sessions: string[];
  resource: Json;
}

/** An offer with a session chosen for each of its tickets: the parts of an item of a reservation. */
export interface Purchase {
  offer: string;
  product: string;
  /** The price in the list. */
  cents: number;
  tickets: Ticket[];
  choice: { ticket: string; session?: string }[];
  /** The lowest number left of the offer and the chosen sessions; null without any limit. */
  left: number | null;
  realtimePriceRequired: boolean;
}

const offersOfAProduct = 2;
const offersLookedAt = 24;
const choicesOfAnOffer = 2;

/**
 * The purchases that are possible with these offers: in the future and available. Free ones come first, then
 * cheap ones.
 */
export async function findPurchases(probe: Probe, offers: readonly Json[]): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  for (const offer of promising(offers)) {
    const tickets = membersOf(await probe.get(`${pathOf(offer)}/tickets`))
      .filter(isObject)
      .map(ticketOf);
    for (let nth = 0; nth < choicesOfAnOffer; nth += 1) {
      const purchase = purchaseOf(offer, tickets, nth);
      if (purchase !== null) purchases.push(purchase);
    }
  }
  return purchases.sort((a, b) => a.cents - b.cents);
}

function promising(offers: readonly Json[]): Json[] {
  const today = new Date().toISOString().slice(0, 10);
  const taken = new Map<string, number>();
  return offers
    .filter((offer) => textOf(offer['date']) > today && offer['availableQuantity'] !== 0)
    .filter((offer) => {
      const product = pathOf(offer['product']);
      const count = taken.get(product) ?? 0;
      taken.set(product, count + 1);
      return count < offersOfAProduct;
    })
    .slice(0, offersLookedAt);
}

function ticketOf(resource: Json): Ticket {
  const open = arrayOf(resource['sessions'])
    .filter(isObject)
    .filter(
      (session) =>
        session['availableQuantity'] !== 0 && Date.parse(textOf(session['occursAt'])) > Date.now() + 60_000,
    );
  return {
    path: pathOf(resource),
    dateAccess: resource['dateAccess'] === true,
    sessions: open.map(pathOf),
    resource,
  };
}

/** With the nth open session of each ticket; null when a ticket has none. */
function purchaseOf(offer: Json, tickets: readonly Ticket[], nth: number): Purchase | null {
  const choice = tickets.map(({ path, dateAccess, sessions }) => {
    const session = sessions[nth] ?? (sessions.length === 1 ? sessions[0] : undefined);
    return dateAccess ? { ticket: path } : { ticket: path, ...(session === undefined ? {} : { session }) };
  });
  const complete = tickets.every(({ dateAccess }, i) => dateAccess || choice[i]?.session !== undefined);
  const varies = nth === 0 || tickets.some(({ sessions }) => sessions.length > nth);
  if (!complete || !varies || tickets.length === 0) return null;
  const sessions = tickets.flatMap(({ resource }) => arrayOf(resource['sessions']).filter(isObject));
  const limits = [
    wholeOf(offer['availableQuantity']),
    ...choice.flatMap(({ session }) =>
      session === undefined
        ? []
        : [perUnit(sessions.find((one) => pathOf(one) === session) ?? {}, choice, session)],
    ),
  ].filter((limit) => limit !== null);
  return {
    offer: pathOf(offer),
    product: pathOf(offer['product']),
    cents: centsOf(objectOf(offer['price'])['amountInclTax']) ?? Number.MAX_SAFE_INTEGER,
    tickets: [...tickets],
    choice,
    left: limits.length === 0 ? null : Math.min(...limits),
    realtimePriceRequired: offer['realtimePriceRequired'] === true,
  };
}

/** How many of the offer fit into a session: two tickets may be for the same session. */
function perUnit(session: Json, choice: Purchase['choice'], path: string): number | null {
  const left = wholeOf(session['availableQuantity']);
  return left === null ? null : Math.floor(left / uses(choice, path));
}

/** How many places of the session one unit of the offer takes. */
export function uses(choice: Purchase['choice'], session: string): number {
  return choice.filter((one) => one.session === session).length;
}

/** What is left now: of the offer, of each chosen session, and the lowest of them in units of the offer. */
export async function readLeft(
  probe: Probe,
  { offer, choice }: Purchase,
): Promise<{ offer: number | null; sessions: Record<string, number | null>; left: number | null }> {
  const ofOffer = wholeOf(objectOf((await probe.get(offer)).body)['availableQuantity']);
  const sessions: Record<string, number | null> = {};
  for (const { session } of choice) {
    if (session !== undefined) {
      sessions[session] = wholeOf(objectOf((await probe.get(session)).body)['availableQuantity']);
    }
  }
  const limits = [
    ofOffer,
    ...Object.entries(sessions).map(([path, left]) =>
      left === null ? null : Math.floor(left / uses(choice, path)),
    ),
  ].filter((limit) => limit !== null);
  return { offer: ofOffer, sessions, left: limits.length === 0 ? null : Math.min(...limits) };
}
