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
import { raiseAlert } from './alert-store';
import type { Checkout } from './checkout';
import { findCheckout } from './checkout-store';
import { describe } from './describe';
import { areReady, withDocuments } from './documents';
import { feesOf } from './fees';
import { readHolds } from './hold-store';
import { letterLine, zonesOf } from './letter-lines';
import { codeFor } from './lookup';
import { codeMinutes } from './lookup-store';
import {
  dropMail,
  failMail,
  findMail,
  finishMail,
  isQueued,
  saveRefused,
  showMail,
  type MailAttention,
  type MailKind,
  type StoredMail,
} from './mail-store';
import { readOrders } from './order-store';
import { writeOutcome } from './outcome-letters';
import { readPayments } from './payment-store';
import { backOffSeconds, giveBack } from './queue-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';
import { hashLink, newToken } from './tokens';

const daySeconds = 24 * 60 * 60;
/** How long a mail server is asked again that does not take an e-mail. */
const refusedForSeconds = daySeconds;
/**
 * How long documents are looked for that have not come: tickets are mostly bought within a month of the visit, and the
 * order's page shows documents that come even later. Staff are told after a day.
 */
const documentsForSeconds = 30 * daySeconds;
const documentsLateAfterSeconds = daySeconds;

type Written =
  | { kind: 'letter'; to: string; letter: RenderedLetter; makesNeedless?: MailKind }
  /** What it tells has not happened yet. */
  | { kind: 'early'; missing: 'documents' | 'confirmation' }
  /** There is nothing to tell (any more). */
  | { kind: 'needless' };

/** Sends a letter that is due, or finds that there is nothing to send yet, or any more. */
export async function sendLetter(rooms: Rooms, mailId: string): Promise<void> {
  const mail = await findMail(rooms.database, mailId);
  if (mail === null) return;
  const written = await writeOrGiveUp(rooms, mail);
  switch (written?.kind) {
    case 'letter':
      return send(rooms, mail, written);
    case 'early':
      return wait(rooms, mail, written.missing);
    case 'needless':
      return rooms.database.transaction((transaction) => finishMail(transaction, mail.id, 'not needed'));
    case undefined:
  }
}

/** Throws what keeps an e-mail from being written; after so long a time it is given up instead, and null. */
async function writeOrGiveUp(rooms: Rooms, mail: StoredMail): Promise<Written | null> {
  try {
    return await write(rooms, mail);
  } catch (error) {
    const most = mail.kind === 'tickets_ready' ? documentsForSeconds : daySeconds;
    if (mail.age < most) throw error;
    const name = error instanceof Error ? error.name : typeof error;
    await giveUp(rooms, mail, `it could not be written (${name})`, 'email_failed');
    return null;
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
    return error.retry
      ? askAgain(rooms, mail, error.message)
      : giveUp(rooms, mail, error.message, 'email_failed');
  }
  await rooms.database.transaction(async (transaction) => {
    await finishMail(transaction, mail.id, null);
    if (mail.checkoutId === null) return;
    if (makesNeedless !== undefined) await dropMail(transaction, mail.checkoutId, makesNeedless);
    await note(transaction, mail.checkoutId, 'mail_sent', { kind: mail.kind });
  });
}

/** The mail server does not take it now: it is asked again for a day. */
async function askAgain(rooms: Rooms, mail: StoredMail, why: string): Promise<void> {
  if ((mail.refusedFor ?? 0) >= refusedForSeconds) return giveUp(rooms, mail, why, 'email_failed');
  await rooms.database.transaction((transaction) => saveRefused(transaction, mail.id));
  await giveBack(rooms.database, 'mail', mail.id, { seconds: backOffSeconds(mail.tries) });
}

/** There is nothing to send yet. Documents are looked for less and less often, in the end once an hour. */
async function wait(rooms: Rooms, mail: StoredMail, missing: 'documents' | 'confirmation'): Promise<void> {
  let seconds = backOffSeconds(mail.tries);
  if (missing === 'documents') {
    if (mail.age >= documentsForSeconds)
      return giveUp(rooms, mail, 'the documents have not come', 'documents_missing');
    if (mail.age >= documentsLateAfterSeconds) await tellThatDocumentsAreLate(rooms, mail);
    // A sixtieth of the time that has passed: nobody waits much longer for the e-mail than for the document.
    seconds = Math.min(3_600, Math.max(seconds, mail.age / 60));
  }
  await giveBack(rooms.database, 'mail', mail.id, { seconds });
}

/** Once for each order, also when staff have acknowledged it meanwhile. */
async function tellThatDocumentsAreLate({ database }: Rooms, { id, checkoutId }: StoredMail): Promise<void> {
  if (checkoutId === null) return;
  await database.transaction(async (transaction) => {
    const detail = { reason: 'documents_missing', hours: documentsLateAfterSeconds / 3_600 };
    const key = `documents ${checkoutId}`;
    if (!(await raiseAlert(transaction, { kind: 'checkout_overdue', key, checkoutId, detail }))) return;
    await showMail(transaction, id, 'documents_missing');
    await note(transaction, checkoutId, 'documents_late');
  });
}

/** It is not tried any more: the operator is alerted, and staff see it where it is about an order. */
async function giveUp(
  { database, report }: Rooms,
  mail: StoredMail,
  why: string,
  attention: MailAttention,
): Promise<void> {
  const { id, checkoutId, kind } = mail;
  report('error', 'a letter was given up', { ...subjectOf(mail), kind, reason: why });
  await database.transaction(async (transaction) => {
    await failMail(transaction, id, { failure: why, attention: checkoutId === null ? null : attention });
    const detail = { reason: attention, email: kind, why };
    await raiseAlert(transaction, { kind: 'email_failed', key: id, checkoutId, detail });
    if (checkoutId !== null) await note(transaction, checkoutId, 'mail_failed', { kind, why });
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
      const missing = await missingFor(rooms, checkout);
      if (missing !== null) return { kind: 'early', missing };
      return { kind: 'letter', to, letter: ticketsReadyLetter(await beginLetter(rooms, checkout)) };
    }
    case 'refund':
      return { kind: 'letter', to, letter: refundLetter(await aboutMoney(rooms, checkout)) };
    case 'not_charged':
      return { kind: 'letter', to, letter: notChargedLetter(await aboutMoney(rooms, checkout)) };
    case 'staff_looking':
    case 'settled':
    case 'not_completed': {
      const payments = await readPayments(rooms.database, checkout.id);
      const letter = writeOutcome(kind, checkout, payments, await beginLetter(rooms, checkout));
      return letter === null ? { kind: 'needless' } : { kind: 'letter', to, letter };
    }
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
  const holds = await readHolds(rooms.database, id);
  const lines = await describe(rooms, holds, language);
  const ready = areReady(await readOrders(rooms.database, id));
  const letter = confirmationLetter({
    ...(await beginLetter(rooms, checkout)),
    lines: lines.map((line) => letterLine(line, language)),
    fees: feesOf(holds),
    total: total ?? '0.00',
    zones: [...new Set(lines.flatMap(zonesOf))],
    ready,
  });
  return { kind: 'letter', letter, ...(ready ? { makesNeedless: 'tickets_ready' } : {}) };
}

/** Null when the letter that the tickets are there may go: all of them are, and the confirmation went before. */
async function missingFor(
  rooms: Rooms,
  { id, language }: Checkout,
): Promise<'documents' | 'confirmation' | null> {
  if (await isQueued(rooms.database, id, 'confirmation')) return 'confirmation';
  const stored = await readOrders(rooms.database, id);
  const orders = await Promise.all(stored.map((order) => withDocuments(rooms, order, language)));
  return areReady(orders) ? null : 'documents';
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
