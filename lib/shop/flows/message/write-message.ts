import { maskAddress } from '../../rules/mask-address';
import type { CheckoutContext } from '../../context';
import { audit } from '../../data/audit-store';
import {
  beginSending,
  findMessage,
  type MessageDraft,
  recentTests,
  saveDraft,
} from '../../data/message-store';
import { enqueueTests } from '../../data/message-mail-store';
import type { Message } from '../../tables/message-table';
import type { Language } from '../../../locale/languages';

type Storing = Pick<CheckoutContext, 'database'>;

/** How many tests a person sends in an hour: they go to any address. */
export const mostTestsAnHour = 60;

/** Of which visit a message is, for the audit log. */
const visitOf = ({ eventId, sessionId, day }: Pick<Message, 'eventId' | 'sessionId' | 'day'>) => ({
  event: eventId,
  ...(sessionId === null ? { date: day } : { session: sessionId }),
});

const subjectOf = (id: string) => ({ kind: 'message', id }) as const;

/**
 * Stores a message, and sends a test of each of its texts to an address. Nothing else is sent before `startMessage`. `closed`: it
 * was sent meanwhile, or is somebody else’s. `often`: see `mostTestsAnHour`.
 */
export function testMessage(
  { database }: Storing,
  draft: MessageDraft,
  to: string,
): Promise<'tested' | 'closed' | 'often'> {
  const { id, staff, texts } = draft;
  return database.transaction(async (transaction) => {
    if ((await recentTests(transaction, staff)) >= mostTestsAnHour) return 'often';
    if (!(await saveDraft(transaction, draft))) return 'closed';
    await enqueueTests(transaction, id, { to, languages: Object.keys(texts) as Language[] });
    const detail = { ...visitOf(draft), address: maskAddress(to) };
    await audit(transaction, { staff, action: 'message_tested', subject: subjectOf(id), detail });
    return 'tested';
  });
}

/** `changed`: the text is another one, or was not tested. */
export type StartedMessage = 'started' | 'missing' | 'changed';

/** Sends a message as it was tested. The worker does it; a second call does nothing. */
export function startMessage(
  { database }: Storing,
  { id, version, staff }: { id: string; version: string; staff: string },
): Promise<StartedMessage> {
  return database.transaction(async (transaction) => {
    const begun = await beginSending(transaction, { id, version, staff });
    const message = await findMessage(transaction, id);
    if (message === null) return 'missing';
    if (!begun) return message.state === 'draft' ? 'changed' : 'started';
    const detail = { ...visitOf(message), audience: message.audience };
    await audit(transaction, { staff, action: 'message_sent', subject: subjectOf(id), detail });
    return 'started';
  });
}

/** The entry of the audit log that says to how many bookings a message goes. */
export const auditOfFound = (message: Message, bookings: number) => ({
  staff: message.sentBy ?? message.staff,
  action: 'message_addressed' as const,
  subject: subjectOf(message.id),
  detail: { ...visitOf(message), bookings },
});
