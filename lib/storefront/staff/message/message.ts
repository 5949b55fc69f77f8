import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { VisitPath } from '../../../client/visitor-list';
import { type Language, languages } from '../../../locale/languages';
import {
  failedOfMessage,
  findMessage,
  messagesOfVisit,
  readMessageProgress,
  testsOfMessage,
} from '../../../shop/data/message-store';
import { readStaffNames } from '../../../shop/data/staff-names';
import { readAddressed } from '../../../shop/flows/message/visit-bookings';
import { includesCatalog } from '../../../shop/rules/staff-catalogs';
import { type StartedMessage, startMessage, testMessage } from '../../../shop/flows/message/write-message';
import type { Message } from '../../../shop/tables/message-table';
import { forStaff, forStaffOfCatalog, type Staff, type StaffAnswer } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { isId, load, need } from '../../common/request/load';
import { type VisitAddress, visitPathOf } from '../visitors/visitors';
import { type messageForm, readMessage, type WrongMessage } from './message-form';

export { mostTestsAnHour } from '../../../shop/flows/message/write-message';

const mostEarlier = 20;
const mostFailed = 100;

/** The form for a message to everyone of a visit: who gets it, what was sent before, and the texts with which it begins. */
export function readWriteMessage(address: VisitAddress, from: string | undefined, language: Language) {
  return forStaffOfCatalog('orders:change', address.catalogId, async ({ checkoutContext, member }) => {
    const visit = visitPathOf(address);
    if (visit === null) return { kind: 'missing' } as const;
    return load([], async () => {
      const read = need(await readAddressed(checkoutContext, visit, language));
      const { database } = checkoutContext;
      const about = { eventId: visit.eventId, sessionId: visit.session, day: read.day };
      const earlier = await messagesOfVisit(database, about, mostEarlier);
      const found = isId(from) ? await findMessage(database, from) : null;
      const source = found?.eventId.toLowerCase() === visit.eventId.toLowerCase() ? found : null;
      const isOwnDraft = source?.state === 'draft' && source.staff === member.id;
      return { ...read, earlier, source, messageId: isOwnDraft ? source.id : newId() };
    });
  });
}

export type WriteMessagePage = Extract<StaffAnswer<typeof readWriteMessage>, { kind: 'loaded' }>['value'];

export type TestProblem = { readonly kind: 'closed' | 'often' | 'missing' | 'unavailable' } | WrongMessage;

/** Stores what was typed, and sends a test of it; resolves to null, or to why it did not. */
export async function sendTest(
  staff: Staff<'orders:change by catalog'>,
  typed: z.output<typeof messageForm>,
  language: Language,
): Promise<TestProblem | null> {
  const visit = visitPathOf(typed);
  if (visit === null || !includesCatalog(staff.member.catalogs, visit.catalogId)) return { kind: 'missing' };
  const message = readMessage(typed);
  if (message.kind === 'wrong') return message;
  const written = languages.filter((one) => message.texts[one] !== undefined);
  const read = await load([], () => readNames(staff, visit, language, written));
  if (read.kind !== 'loaded') return { kind: read.kind };
  const { event, occursAt, day, timezone, names } = read.value;
  const texts: Message['texts'] = Object.fromEntries(
    Object.entries(message.texts).map(([one, text]) => [one, { ...text, event: names.get(one) ?? event }]),
  );
  const { messageId: id } = typed;
  const { catalogId, eventId, session: sessionId } = visit;
  const { audience, fallback, to } = message;
  const about = { id, catalogId, eventId, sessionId, day, timezone, eventName: event };
  const begins = occursAt === null ? null : new Date(occursAt);
  const draft = { ...about, occursAt: begins, audience, texts, fallback, staff: staff.member.id };
  const tested = await testMessage(staff.checkoutContext, draft, to);
  staff.worker.wake();
  return tested === 'tested' ? null : { kind: tested };
}

/** What a message is about, with the name of the event in each of its languages. */
async function readNames(
  { client }: Pick<Staff<'orders:change by catalog'>, 'client'>,
  visit: VisitPath,
  language: Language,
  written: readonly Language[],
) {
  const { event, occursAt, day, timezone } = need(await client.listVisitors(visit, null, { language }));
  const names = new Map<string, string>();
  for (const one of written) {
    const found = await client.getEvent(visit.catalogId, visit.eventId, { language: one });
    if (found.kind === 'found') names.set(one, found.value.name);
  }
  return { event, occursAt, day, timezone, names };
}

/** Null also for a message of a catalogue with which the person does not work. */
async function findOwn(
  { checkoutContext, member }: Pick<Staff<'orders:read by catalog'>, 'checkoutContext' | 'member'>,
  id: string,
): Promise<Message | null> {
  const message = await findMessage(checkoutContext.database, id);
  return message !== null && includesCatalog(member.catalogs, message.catalogId) ? message : null;
}

/** Sends a message to everyone, as it was tested. */
export async function sendMessage(
  { member, checkoutContext, worker }: Staff<'orders:change by catalog'>,
  { messageId, version }: { messageId: string; version: string },
): Promise<StartedMessage> {
  if ((await findOwn({ checkoutContext, member }, messageId)) === null) return 'missing';
  const started = await startMessage(checkoutContext, { id: messageId, version, staff: member.id });
  worker.wake();
  return started;
}

/** A message: before it is sent, its tests and who gets it; then how much of it was sent. Null: there is none. */
export function readMessagePage(id: string, language: Language) {
  return forStaff('orders:read by catalog', async ({ checkoutContext, member }) => {
    const { database } = checkoutContext;
    const message = isId(id) ? await findOwn({ checkoutContext, member }, id) : null;
    if (message === null) return null;
    const nameOf = await readStaffNames(database, [message.sentBy ?? message.staff]);
    const staff = nameOf(message.sentBy ?? message.staff);
    const common = { message, staff, mayWrite: may(member, 'orders:change by catalog') };
    if (message.state !== 'draft') {
      const [progress, failed] = await Promise.all([
        readMessageProgress(database, message.id),
        failedOfMessage(database, message.id, mostFailed),
      ]);
      return { kind: 'sent', ...common, progress, failed } as const;
    }
    const { catalogId, eventId, sessionId, day, audience } = message;
    const visit = { catalogId, eventId, session: sessionId, date: sessionId === null ? day : null };
    const [tests, read] = await Promise.all([
      testsOfMessage(database, message.id),
      load([], async () => need(await readAddressed(checkoutContext, visit, language))),
    ]);
    const addressed = read.kind === 'loaded' ? read.value.addressed[audience] : null;
    return { kind: 'draft', ...common, tests, addressed } as const;
  });
}

export type MessagePage = NonNullable<StaffAnswer<typeof readMessagePage>>;
