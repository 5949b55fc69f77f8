import { formatDay, venueDay, venueTime, venueZone } from '../locale/venue-time';
import type { Language } from '../locale/languages';
import { MailError } from '../mail/mailer';
import {
  confirmationLetter,
  refundLetter,
  type LetterLine,
  type RenderedLetter,
} from '../mail/order-letters';
import { refundReasons } from '../mail/wording';
import { insertLink } from './access-store';
import type { Checkout, Line } from './checkout';
import { findCheckout } from './checkout-store';
import { describe } from './describe';
import { readHolds } from './hold-store';
import { findMail, finishMail, type MailKind } from './mail-store';
import { findPaid } from './payment-store';
import { backOffSeconds, giveBack } from './queue-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';
import { hashLink, newToken } from './tokens';

const giveUpAfterSeconds = 24 * 60 * 60;

/** Sends a letter that is due. Tried again for a day; then the timeline says that it was not sent. */
export async function sendLetter(rooms: Rooms, mailId: string): Promise<void> {
  const { database, report } = rooms;
  const mail = await findMail(database, mailId);
  const checkout = mail === null ? null : await findCheckout(database, mail.checkoutId);
  if (mail === null) return;
  if (checkout?.customer === null || checkout?.customer === undefined) throw new Error('a letter to nobody');
  const { email } = checkout.customer;
  try {
    const letter = await write(rooms, checkout, mail.kind);
    await rooms.mailer.send({ ...letter, to: email, messageId: messageId(rooms.storefrontUrl, mail.id) });
    await database.transaction(async (transaction) => {
      await finishMail(transaction, mail.id, null);
      await note(transaction, checkout.id, 'mail_sent', { kind: mail.kind });
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    report('warn', error.message, { mail: mail.id, checkout: checkout.id });
    if (error.retry && mail.age < giveUpAfterSeconds) {
      await giveBack(database, 'mail', mail.id, { seconds: backOffSeconds(mail.tries) });
      return;
    }
    await database.transaction(async (transaction) => {
      await finishMail(transaction, mail.id, error.message);
      await note(transaction, checkout.id, 'mail_failed', { kind: mail.kind });
    });
  }
}

function messageId(storefrontUrl: string, mailId: string): string {
  return `<${mailId}@${new URL(storefrontUrl).hostname}>`;
}

async function write(rooms: Rooms, checkout: Checkout, kind: MailKind): Promise<RenderedLetter> {
  const { language, reference } = checkout;
  const letter = { language, reference, link: await makeLink(rooms, checkout) };
  switch (kind) {
    case 'confirmation': {
      const lines = await describe(rooms, await readHolds(rooms.database, checkout.id), language);
      return confirmationLetter({
        ...letter,
        lines: lines.map((line) => letterLine(line, language)),
        total: checkout.total ?? '0.00',
        zones: [...new Set(lines.flatMap(zonesOf))],
      });
    }
    case 'refund': {
      const payment = await findPaid(rooms.database, checkout.id);
      const reason = refundReasons.find((one) => one === checkout.reason) ?? 'order_refused';
      return refundLetter({ ...letter, amount: payment?.amount ?? '0.00', reason });
    }
  }
}

/** A link of its own for each letter and each try: only its hash is kept, so it can't be written twice. */
async function makeLink(rooms: Rooms, checkout: Checkout): Promise<string> {
  const token = newToken();
  await rooms.database.transaction((transaction) =>
    insertLink(transaction, hashLink(token, rooms.linkSecret), checkout.id),
  );
  return `${rooms.storefrontUrl}/${checkout.language}/orders/link/${token}`;
}

function letterLine(line: Line, language: Language): LetterLine {
  const { quantity, productName, totalAmount, date, tickets } = line;
  const timezone = line.timezone ?? undefined;
  const details = tickets.map(({ name, event, occursAt }) => {
    const moment =
      occursAt === null
        ? date === null
          ? ''
          : formatDay(date, language, 'long')
        : `${formatDay(venueDay(occursAt, timezone), language, 'long')}, ${venueTime(occursAt, timezone)}`;
    return [event?.name ?? name, event?.venue ?? '', moment].filter((part) => part !== '').join(' · ');
  });
  return { quantity, title: productName, details, totalAmount };
}

function zonesOf({ tickets, timezone }: Line): string[] {
  return tickets.flatMap(({ occursAt }) =>
    occursAt === null ? [] : venueZone(occursAt, timezone ?? undefined),
  );
}
