import { getTranslations } from 'next-intl/server';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { VisitPath } from '../../../client/visitor-list';
import { reasonSchema } from '../../../contract/catalog-override';
import { lastSegment } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import { maximumQuantity } from '../../../contract/reservation';
import { leastAvailable } from '../../../locale/availability';
import { type Language, languages } from '../../../locale/languages';
import { findGuestList, guestListsOfVisit, guestsOfList } from '../../../shop/data/guest-store';
import { readStaffNames } from '../../../shop/data/staff-names';
import {
  draftGuestList,
  retryGuestList,
  startGuestList,
} from '../../../shop/flows/guest-list/write-guest-list';
import type { GuestList } from '../../../shop/tables/guest-table';
import { forStaff, type Staff, type StaffAnswer } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { isId, load, need } from '../../common/request/load';
import { actorOf } from '../administration/catalog-change';
import { needingOnly } from '../counter/counter-day';
import { type VisitAddress, visitPathOf } from '../visitors/visitors';
import type { GuestProblem, guestForm } from './guest-form';
import { type GuestLine, linesOf, readGuestLines } from './guest-lines';

type GivingStaff = Staff<'tickets:give'>;

const mostEarlier = 20;

/** What is known of a visit, and what of it staff can give. */
async function readVisit(staff: GivingStaff, visit: VisitPath, language: Language) {
  const { client } = staff;
  const { catalogId, eventId, session, date } = visit;
  const { event, occursAt, day, timezone } = need(await client.listVisitors(visit, null, { language }));
  const found = need(
    await client.listOffers(catalogId, session === null ? { date: date ?? day } : { session }, { language }),
  );
  const of = { catalogId, eventId, call: { language } };
  const offers = await needingOnly(staff, of, session, found.members);
  return { event, occursAt, day, timezone, offers };
}

/** The form for a guest list: what can be given, the lists before it, and the guests with which it begins. */
export function readGuestForm(address: VisitAddress, from: string | undefined, language: Language) {
  return forStaff('tickets:give', async (staff) => {
    const visit = visitPathOf(address);
    if (visit === null) return { kind: 'missing' } as const;
    return load([], async () => {
      const read = await readVisit(staff, visit, language);
      const { database } = staff.checkoutContext;
      const { eventId, session: sessionId } = visit;
      const earlier = await guestListsOfVisit(database, { eventId, sessionId, day: read.day }, mostEarlier);
      const found = isId(from) ? await findGuestList(database, from) : null;
      const isOwnDraft =
        found?.state === 'draft' &&
        found.staff === staff.member.id &&
        found.eventId === eventId.toLowerCase();
      const draft = isOwnDraft ? found : null;
      const names = draft === null ? '' : linesOf((await guestsOfList(database, draft.id)).map(lineOf));
      const listId = draft?.id ?? newId();
      const isSetUp = staff.catalogAdmin !== null;
      return {
        ...read,
        earlier,
        draft,
        names,
        listId,
        isSetUp,
        needsEmail: staff.config.counter.email === null,
      };
    });
  });
}

const lineOf = ({
  firstname,
  lastname,
  quantity,
  email,
}: Awaited<ReturnType<typeof guestsOfList>>[number]): GuestLine => ({
  firstname: firstname ?? '',
  lastname: lastname ?? '',
  quantity,
  email,
});

export type GuestFormPage = Extract<StaffAnswer<typeof readGuestForm>, { kind: 'loaded' }>['value'];

/**
 * Stores what was typed, to be shown before anything is made; resolves to null, or to why it is not stored. `country`: of the guests,
 * if the shop has none for sales at the counter.
 */
export async function draftGuests(
  staff: GivingStaff,
  typed: z.output<typeof guestForm>,
  { language, country: guessed }: { language: Language; country: string },
): Promise<GuestProblem | null> {
  const { checkoutContext, config, member } = staff;
  const visit = visitPathOf(typed);
  if (visit === null) return { kind: 'missing' };
  if (staff.catalogAdmin === null) return { kind: 'not_set_up' };
  const speaks = languages.find((one) => one === typed.speaks);
  if (speaks === undefined) return { kind: 'speaks' };
  const reason = reasonSchema.safeParse(typed.reason).data;
  const guests = await readTypedGuests(staff, typed.names, speaks);
  if ('kind' in guests) return guests;
  if (reason === undefined) return { kind: 'reason' };
  const country = config.counter.country ?? guessed;
  if (country === '') return { kind: 'country' };
  const read = await load([], async () => {
    const about = await readVisit(staff, visit, language);
    const offer = about.offers.find(({ id }) => id === typed.offer);
    return { ...about, tariff: offer?.product.name, item: await itemOf(staff, visit, offer, language) };
  });
  if (read.kind !== 'loaded') return { kind: read.kind };
  const { event: eventName, occursAt, day, timezone, tariff, item } = read.value;
  if (item === null || tariff === undefined) return { kind: 'offer' };
  const { catalogId, eventId, session: sessionId } = visit;
  const begins = occursAt === null ? null : new Date(occursAt);
  const draft = {
    id: typed.listId,
    catalogId,
    eventId,
    sessionId,
    day,
    timezone,
    eventName,
    occursAt: begins,
    tariff,
    item,
    language: speaks,
    country,
    contact: config.counter.email,
    reason,
    staff: member.id,
    actor: actorOf(member),
  };
  const saved = await draftGuestList(checkoutContext, draft, guests);
  return saved === 'saved' ? null : { kind: saved };
}

async function readTypedGuests(
  { config }: Pick<GivingStaff, 'config'>,
  names: string,
  speaks: Language,
): Promise<readonly GuestLine[] | GuestProblem> {
  const t = await getTranslations({ locale: speaks, namespace: 'lists.guests' });
  const read = readGuestLines(names, {
    mostTickets: mostTicketsOf(config),
    needsEmail: config.counter.email === null,
    guestWord: t('guest'),
  });
  if (read === 'many') return { kind: 'many' };
  if (read.wrong.length > 0) return { kind: 'lines', lines: read.wrong };
  return read.guests.length === 0 ? { kind: 'nobody' } : read.guests;
}

/** Of one guest. */
const mostTicketsOf = ({ counter }: GivingStaff['config']): number =>
  Math.min(counter.mostTickets, maximumQuantity);

/** What each guest gets: the tickets of the offer, for the session where one has to be chosen; null: it is not given. */
async function itemOf(
  { client }: Pick<GivingStaff, 'client'>,
  { catalogId, session: sessionId }: VisitPath,
  offer: Offer | undefined,
  language: Language,
): Promise<GuestList['item'] | null> {
  if (offer === undefined) return null;
  const { members } = need(await client.listTickets(catalogId, offer.id, { language }));
  const ticketSessions = members.map(({ '@id': ticket, dateAccess, sessions }) => {
    if (dateAccess) return { ticket };
    const session = sessions.find(({ id }) => id === sessionId);
    return session === undefined ? null : { ticket, session: session['@id'] };
  });
  const known = ticketSessions.filter((one) => one !== null);
  return known.length === ticketSessions.length ? { offer: offer['@id'], ticketSessions: known } : null;
}

/** Makes the bookings of a list, as it was shown. */
export async function makeBookings(
  { member, checkoutContext, worker }: GivingStaff,
  { listId, version }: { listId: string; version: string },
): Promise<'started' | 'missing' | 'changed'> {
  const started = await startGuestList(checkoutContext, { id: listId, version, staff: member.id });
  worker.wake();
  return started;
}

/** Tries again for those who got no booking. */
export async function tryGuestsAgain(
  { member, checkoutContext, worker }: GivingStaff,
  listId: string,
): Promise<null> {
  await retryGuestList(checkoutContext, { id: listId, staff: member.id });
  worker.wake();
  return null;
}

/** A guest list: what was read, or what became of each guest. Null: there is none. Each reading is an entry of the audit log. */
export function readGuestListPage(id: string, language: Language) {
  return forStaff('orders:read', async ({ checkoutContext, client, member, audit }) => {
    const { database } = checkoutContext;
    const list = isId(id) ? await findGuestList(database, id) : null;
    if (list === null) return null;
    await audit({ action: 'guest_list_opened', subject: { kind: 'guest_list', id: list.id } });
    const [guests, nameOf] = await Promise.all([
      guestsOfList(database, list.id),
      readStaffNames(database, [list.staff]),
    ]);
    const left = list.state === 'draft' ? await readLeft(client, list, language) : null;
    return { list, guests, left, staff: nameOf(list.staff), mayGive: may(member, 'tickets:give') };
  });
}

/** How many tickets are left; null: unlimited, or not known now. */
async function readLeft(
  client: GivingStaff['client'],
  { catalogId, eventId, sessionId, item }: GuestList,
  language: Language,
): Promise<number | null> {
  const read = await load([], async () => {
    const [offer, session] = await Promise.all([
      client.getOffer(catalogId, lastSegment(item.offer), { language }),
      sessionId === null ? null : client.getSession(catalogId, eventId, sessionId, { language }),
    ]);
    return leastAvailable([
      need(offer).availableQuantity,
      session === null ? null : (need(session).availableQuantity ?? null),
    ]);
  });
  return read.kind === 'loaded' ? read.value : null;
}

export type GuestListPage = NonNullable<StaffAnswer<typeof readGuestListPage>>;
