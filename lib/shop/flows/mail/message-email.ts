import { emailTranslator } from '../../../locale/email-messages';
import type { Language } from '../../../locale/languages';
import { formatDay, venueDay, venueTime } from '../../../locale/venue-time';
import { messageEmail } from '../../../mail/message-email';
import type { OrderEmail } from '../../../mail/order-emails';
import type { CheckoutContext } from '../../context';
import type { StoredMail } from '../../data/mail-store';
import { findMessage } from '../../data/message-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import type { Message } from '../../tables/message-table';
import { isTicketLeft } from './lines-left';
import type { Written } from './written';

/** The text of a message for a language, and when what it is about takes place; null: it has no such text. */
function textFor({ texts, day, occursAt, timezone }: Message, language: Language) {
  const text = texts[language];
  if (text === undefined) return null;
  const at = occursAt?.toISOString() ?? null;
  const time = at === null ? emailTranslator(language)('email.anyTime') : venueTime(at, timezone);
  const on = at === null ? day : venueDay(at, timezone);
  return { ...text, language, moment: `${formatDay(on, language, 'long')}, ${time}` };
}

/**
 * A message to the customer of one booking: in their language, or else in that of the fallback. Not if no ticket is left, or the
 * personal data was erased, since it was enqueued.
 */
export async function writeMessage(
  { database }: CheckoutContext,
  whole: WholeCheckout,
  messageId: string | null,
  begin: () => Promise<OrderEmail>,
): Promise<Written> {
  const { checkout, isChanged } = whole;
  const message = messageId === null ? null : await findMessage(database, messageId);
  if (message === null || checkout.customer === null) return { kind: 'needless' };
  if (isChanged && !(await isTicketLeft(database, checkout.id))) return { kind: 'needless' };
  const text = textFor(message, checkout.language) ?? textFor(message, message.fallback);
  if (text === null) throw new Error('a message has no text');
  const email = messageEmail({ ...(await begin()), ...text });
  return { kind: 'email', to: checkout.customer.email, email, subject: text.subject };
}

/** One of the texts of a message as customers will get it; its link leads to where they find their orders. */
export async function writeTest(
  { database, shopName: shop, storefrontUrl }: CheckoutContext,
  { messageId, testLanguage, recipient }: StoredMail,
): Promise<Written> {
  const message = messageId === null ? null : await findMessage(database, messageId);
  const text = message === null || testLanguage === null ? null : textFor(message, testLanguage);
  if (text === null || recipient === null) return { kind: 'needless' };
  const link = `${storefrontUrl}/${text.language}/orders/find`;
  return { kind: 'email', to: recipient, email: messageEmail({ ...text, shop, link, reference: null }) };
}
