import { z } from 'zod';
import { exchangeTickets, keepTickets } from '../checkout/commands';
import { findCheckout, findRebooking, readHolds } from '../checkout/queries';
import type { Language } from '../locale/languages';
import { type AppContext, getAppContext } from '../runtime/app-context';
import { readCancelPage } from './cancel-tickets';
import { unitKey } from './cancellation-form';
import { byOrder, chosenUnits, type UnitsRead, type UnitView } from './cancellation-units';
import type { ExchangeProblem } from './exchange-problem';
import { forgetRebooking, guestMayRead, keepRebooking, readRebookingCookie } from './guest';
import { orAway } from './or-away';
import { staffAccess } from './staff';
import { may } from './staff-access';

const isStarted = z.object({
  earlier: z.guid(),
  units: z.array(unitKey).min(1).max(100),
});
type Started = z.output<typeof isStarted>;

/** Who exchanges tickets of a purchase: its customer (`staff` null), or a member of staff. */
interface Exchanger {
  readonly staff: string | null;
  readonly override: boolean;
}

/** Null: neither the customer of the purchase nor on the staff. */
async function exchangerOf(checkoutId: string): Promise<Exchanger | null> {
  if (await guestMayRead(checkoutId)) return { staff: null, override: false };
  const access = await staffAccess();
  if (access.kind !== 'staff' || !may(access.member, 'orders:change')) return null;
  return { staff: access.member.id, override: may(access.member, 'orders:override') };
}

export type RebookPage =
  | { kind: 'denied' }
  | { kind: 'not_ordered' }
  | { kind: 'page'; reference: string; read: UnitsRead; isStaff: boolean; mayOverride: boolean };

/** The tickets of a purchase, with what the rules say about exchanging them. */
export async function getRebookPage(checkoutId: string, language: Language): Promise<RebookPage> {
  const exchanger = await exchangerOf(checkoutId);
  if (exchanger === null) return { kind: 'denied' };
  const page = await readCancelPage(await getAppContext(), checkoutId, language);
  if (page.kind !== 'page') return page;
  const { reference } = page.view.checkout;
  const { staff, override } = exchanger;
  return {
    kind: 'page',
    reference,
    read: forRebooking(page.read),
    isStaff: staff !== null,
    mayOverride: override,
  };
}

/** The units with the rule for exchanging instead of that for cancelling: the whole price is credited. */
function forRebooking(read: UnitsRead): UnitsRead {
  if (read.kind !== 'units') return read;
  return {
    kind: 'units',
    units: read.units.map((unit) => ({ ...unit, ...unit.rebooking, refund: unit.paid })),
  };
}

export type StartedRebooking =
  { kind: 'started'; unit: UnitView } | { kind: 'denied' | 'nothing' | 'oneOrder' | 'not_possible' };

/** Remembers which tickets are to be exchanged. Then others are chosen, as for any purchase. */
export async function startRebooking(
  checkoutId: string,
  keys: readonly string[],
  language: Language,
): Promise<StartedRebooking> {
  const page = await getRebookPage(checkoutId, language);
  if (page.kind !== 'page') return { kind: 'denied' };
  const units = page.read.kind === 'units' ? page.read.units : [];
  const chosen = chosenUnits(units, keys);
  const [unit] = chosen ?? [];
  if (chosen === null || unit === undefined) return { kind: 'nothing' };
  const isOpen = ({ obstacle }: UnitView) =>
    obstacle === null || (page.mayOverride && obstacle !== 'CANCELLED' && obstacle !== 'REDEEMED');
  if (!chosen.every(isOpen)) return { kind: 'not_possible' };
  if (byOrder(chosen).length > 1) return { kind: 'oneOrder' };
  const started: Started = { earlier: checkoutId, units: chosen.map(({ key }) => key) };
  await keepRebooking(JSON.stringify(started));
  return { kind: 'started', unit };
}

async function readStarted(): Promise<Started | null> {
  const cookie = await readRebookingCookie();
  if (cookie === null || cookie === '') return null;
  try {
    return isStarted.safeParse(JSON.parse(cookie)).data ?? null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** What a checkout shows of an exchange: it can be made (`offered`), or was (`used`). */
export interface ExchangeView {
  readonly kind: 'offered' | 'used';
  readonly reference: string;
  readonly tickets: number;
}

/** Null: nothing is exchanged. */
export async function exchangeOf(checkoutId: string): Promise<ExchangeView | null> {
  const { checkoutContext } = await getAppContext();
  const { database } = checkoutContext;
  const used = await findRebooking(database, checkoutId);
  if (used !== null) {
    const earlier = await findCheckout(database, used.earlierId);
    return { kind: 'used', reference: earlier?.reference ?? '', tickets: used.tickets.length };
  }
  const started = await readStarted();
  if (started === null || started.earlier === checkoutId) return null;
  if ((await exchangerOf(started.earlier)) === null) return null;
  const earlier = await findCheckout(database, started.earlier);
  const [catalogs, own] = await Promise.all([
    readHolds(database, started.earlier),
    readHolds(database, checkoutId),
  ]);
  const isSameCatalog = own.some(({ catalogId }) => catalogs.some((one) => one.catalogId === catalogId));
  if (earlier === null || !isSameCatalog) return null;
  return { kind: 'offered', reference: earlier.reference, tickets: started.units.length };
}

type ExchangeOutcome = 'credited' | ExchangeProblem;

/** The tickets that were chosen pay for this checkout. */
export async function makeExchange(checkoutId: string, language: Language): Promise<ExchangeOutcome> {
  const started = await readStarted();
  if (started === null || !(await guestMayRead(checkoutId))) return 'nothing';
  const exchanger = await exchangerOf(started.earlier);
  if (exchanger === null) return 'nothing';
  const context = await getAppContext();
  return orAway(() => exchange(context, checkoutId, started, exchanger, language));
}

/**
 * Who has begun an exchange and holds other tickets wants them instead: the earlier ones pay for these, until the customer
 * keeps them. Nothing for tickets of another catalogue.
 */
export async function exchangeStarted(checkoutId: string, language: Language): Promise<void> {
  // Nearly all holds begin no exchange, and need no look into the database.
  if ((await readStarted()) === null) return;
  if ((await exchangeOf(checkoutId))?.kind === 'offered') await makeExchange(checkoutId, language);
}

async function exchange(
  context: AppContext,
  checkoutId: string,
  { earlier, units: keys }: Started,
  exchanger: Exchanger,
  language: Language,
): Promise<ExchangeOutcome> {
  const page = await readCancelPage(context, earlier, language);
  if (page.kind !== 'page') return 'not_ordered';
  if (page.read.kind !== 'units') return page.read.kind;
  const chosen = chosenUnits(page.read.units, keys);
  const [order] = byOrder(chosen ?? []);
  if (order === undefined) return 'changed';
  const answer = await exchangeTickets(context.checkoutContext, {
    ...{ checkoutId, earlierId: earlier, orderId: order.orderId, tickets: [...order.tickets] },
    ...exchanger,
  });
  if (answer === 'credited') await forgetRebooking();
  return answer;
}

/** The earlier tickets stay as they are. */
export async function dropExchange(checkoutId: string): Promise<void> {
  await forgetRebooking();
  if (!(await guestMayRead(checkoutId))) return;
  const { checkoutContext } = await getAppContext();
  await keepTickets(checkoutContext, checkoutId);
}
