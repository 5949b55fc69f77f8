import { MailError } from '../mail/mailer';
import {
  codeLetter,
  confirmationLetter,
  notChargedLetter,
  refundLetter,
  ticketsReadyLetter,
  type OrderLetter,
  type RenderedLetter,
} from '../mail/order-letters';
import { letterReasons } from '../mail/wording';
import { insertLink } from './access-store';
import type { Checkout } from './checkout';
import { findCheckout } from './checkout-store';
import { describe } from './describe';
import { areReady, withDocuments } from './documents';
import { readHolds } from './hold-store';
import { letterLine, zonesOf } from './letter-lines';
import { codeFor } from './lookup';
import { codeMinutes } from './lookup-store';
import { dropMail, findMail, finishMail, isQueued, type MailKind, type StoredMail } from './mail-store';
import { readOrders } from './order-store';
import { readPayments } from './payment-store';
import { backOffSeconds, giveBack } from './queue-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';
import { hashLink, newToken } from './tokens';

const giveUpAfterSeconds = 24 * 60 * 60;

type Written =
  | { kind: 'letter'; to: string; letter: RenderedLetter; makesNeedless?: MailKind }
  /** What it tells has not happened yet. */
  | { kind: 'early'; why: string }
  /** There is nothing to tell (any more). */
  | { kind: 'needless' };

/** Sends a letter that is due. Tried again for a day; then the timeline says that it was not sent. */
export async function sendLetter(rooms: Rooms, mailId: string): Promise<void> {
  const mail = await findMail(rooms.database, mailId);
  if (mail === null) return;
  const written = await write(rooms, mail);
  switch (written.kind) {
    case 'letter':
      return send(rooms, mail, written);
    case 'early':
      return later(rooms, mail, written.why);
    case 'needless':
      return rooms.database.transaction((transaction) => finishMail(transaction, mail.id, 'not needed'));
  }
}

async function send(
  rooms: Rooms,
  mail: StoredMail,
  { to, letter, makesNeedless }: Extract<Written, { kind: 'letter' }>,
): Promise<void> {
  try {
    await rooms.mailer.send({ ...letter, to, messageId: messageId(rooms.storefrontUrl, mail) });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    rooms.report('warn', error.message, subjectOf(mail));
    return error.retry ? later(rooms, mail, error.message) : giveUp(rooms, mail, error.message);
  }
  await rooms.database.transaction(async (transaction) => {
    await finishMail(transaction, mail.id, null);
    if (mail.checkoutId === null) return;
    if (makesNeedless !== undefined) await dropMail(transaction, mail.checkoutId, makesNeedless);
    await note(transaction, mail.checkoutId, 'mail_sent', { kind: mail.kind });
  });
}

async function later(rooms: Rooms, mail: StoredMail, why: string): Promise<void> {
  if (mail.age >= giveUpAfterSeconds) return giveUp(rooms, mail, why);
  await giveBack(rooms.database, 'mail', mail.id, { seconds: backOffSeconds(mail.tries) });
}

async function giveUp({ database, report }: Rooms, mail: StoredMail, why: string): Promise<void> {
  report('error', 'a letter was given up', { ...subjectOf(mail), kind: mail.kind, reason: why });
  await database.transaction(async (transaction) => {
    await finishMail(transaction, mail.id, why);
    if (mail.checkoutId !== null)
      await note(transaction, mail.checkoutId, 'mail_failed', { kind: mail.kind });
  });
}

function subjectOf({ id, checkoutId }: StoredMail): Record<string, unknown> {
  return checkoutId === null ? { mail: id } : { mail: id, checkout: checkoutId };
}

/** The same for each try, so that a mailbox can tell a repetition; but each try has a code of its own. */
function messageId(storefrontUrl: string, { id, kind, tries }: StoredMail): string {
  const name = kind === 'code' ? `${id}.${tries}` : id;
  return `<${name}@${new URL(storefrontUrl).hostname}>`;
}

async function write(rooms: Rooms, { checkoutId, lookupId, kind }: StoredMail): Promise<Written> {
  if (kind === 'code') return writeCode(rooms, lookupId);
  const checkout = checkoutId === null ? null : await findCheckout(rooms.database, checkoutId);
  if (checkout?.customer === null || checkout?.customer === undefined) throw new Error('a letter to nobody');
  const to = checkout.customer.email;
  switch (kind) {
    case 'confirmation':
      return { to, ...(await writeConfirmation(rooms, checkout)) };
    case 'tickets_ready': {
      const why = await whyEarly(rooms, checkout);
      if (why !== null) return { kind: 'early', why };
      return { kind: 'letter', to, letter: ticketsReadyLetter(await beginLetter(rooms, checkout)) };
    }
    case 'refund':
      return { kind: 'letter', to, letter: refundLetter(await aboutMoney(rooms, checkout)) };
    case 'not_charged':
      return { kind: 'letter', to, letter: notChargedLetter(await aboutMoney(rooms, checkout)) };
  }
}

async function writeCode(rooms: Rooms, lookupId: string | null): Promise<Written> {
  if (lookupId === null) throw new Error('a code for no search');
  const found = await codeFor(rooms, lookupId);
  if (found === null) return { kind: 'needless' };
  const { to, language, code } = found;
  return { kind: 'letter', to, letter: codeLetter({ language, code, minutes: codeMinutes }) };
}

async function writeConfirmation(
  rooms: Rooms,
  checkout: Checkout,
): Promise<{ kind: 'letter'; letter: RenderedLetter; makesNeedless?: MailKind }> {
  const { id, language, total } = checkout;
  const lines = await describe(rooms, await readHolds(rooms.database, id), language);
  const ready = areReady(await readOrders(rooms.database, id));
  const letter = confirmationLetter({
    ...(await beginLetter(rooms, checkout)),
    lines: lines.map((line) => letterLine(line, language)),
    total: total ?? '0.00',
    zones: [...new Set(lines.flatMap(zonesOf))],
    ready,
  });
  return { kind: 'letter', letter, ...(ready ? { makesNeedless: 'tickets_ready' } : {}) };
}

/** Null when the letter that the tickets are there may go: all of them are, and the confirmation went before. */
async function whyEarly(rooms: Rooms, { id, language }: Checkout): Promise<string | null> {
  if (await isQueued(rooms.database, id, 'confirmation')) return 'the confirmation has not gone yet';
  const stored = await readOrders(rooms.database, id);
  const orders = await Promise.all(stored.map((order) => withDocuments(rooms, order, language)));
  return areReady(orders) ? null : 'the tickets are not there yet';
}

async function aboutMoney(
  rooms: Rooms,
  checkout: Checkout,
): Promise<OrderLetter & { amount: string; reason: (typeof letterReasons)[number] }> {
  const payments = await readPayments(rooms.database, checkout.id);
  // What was let go is closed by now, but unlike a page that nobody paid on it has an intent.
  const payment =
    payments.find(({ state }) => state === 'paid') ?? payments.find(({ intent }) => intent !== null);
  return {
    ...(await beginLetter(rooms, checkout)),
    amount: payment?.amount ?? '0.00',
    reason: letterReasons.find((one) => one === checkout.reason) ?? 'order_refused',
  };
}

/** With a link of its own for each letter and each try: only its hash is kept, so it can't be written twice. */
async function beginLetter(rooms: Rooms, { id, language, reference }: Checkout): Promise<OrderLetter> {
  const token = newToken();
  await rooms.database.transaction((transaction) =>
    insertLink(transaction, hashLink(token, rooms.linkSecret), id),
  );
  return { language, reference, link: `${rooms.storefrontUrl}/${language}/orders/link/${token}` };
}
