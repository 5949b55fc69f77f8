import { MailError } from '../../../mail/mailer';
import type { CheckoutContext } from '../../context';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import { note } from '../../data/timeline-store';
import { raiseAlert } from '../../data/alert-store';
import {
  endNeedless,
  failMail,
  findMail,
  finishSent,
  saveRefused,
  showMail,
  type StoredMail,
} from '../../data/mail-store';
import type { MailTask } from '../../tables/task-table';
import { writeEmail } from './write-email';
import type { Missing, Written } from './written';

const daySeconds = 24 * 60 * 60;
/** For how long sending is repeated when the mail server does not accept an e-mail. */
const refusedForSeconds = daySeconds;
/**
 * For how long missing documents are looked up: tickets are mostly bought within a month of the visit, and
 * the order's page shows documents that become available even later. Staff are told after a day.
 */
const documentsForSeconds = 30 * daySeconds;
const documentsLateAfterSeconds = daySeconds;

export async function sendEmail(context: CheckoutContext, mailId: string, tries: number): Promise<void> {
  const found = await findMail(context.database, mailId);
  if (found === null) return endJob(context.database.single, 'mail', mailId);
  const mail = { ...found, tries };
  let written: Written;
  try {
    written = await writeEmail(context, mail);
  } catch (error) {
    const most = mail.kind === 'tickets_ready' ? documentsForSeconds : daySeconds;
    if (mail.age < most) throw error;
    const name = error instanceof Error ? error.name : typeof error;
    return giveUp(context, mail, `it could not be written (${name})`, 'email_failed');
  }
  switch (written.kind) {
    case 'email':
      return send(context, mail, written);
    case 'early':
      return wait(context, mail, written.missing);
    case 'later':
      return postponeJob(context.database, 'mail', mail.id, {
        seconds: Math.ceil((written.at.getTime() - Date.now()) / 1000),
      });
    case 'needless':
      return endNeedless(context.database.single, mail);
  }
}

/** `tries`: how often it was postponed. */
type Tried = StoredMail & { tries: number };

async function send(
  context: CheckoutContext,
  mail: Tried,
  {
    to,
    email,
    attachments = [],
    makesNeedless,
    cancellationIds = [],
    remindAt = null,
    tells = [],
    subject,
  }: Extract<Written, { kind: 'email' }>,
): Promise<void> {
  try {
    await context.mailer.send({
      ...email,
      to,
      attachments,
      messageId: messageId(context.storefrontUrl, mail),
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    context.report('warn', error.message, subjectOf(mail));
    return error.retry
      ? askAgain(context, mail, error.message)
      : giveUp(context, mail, error.message, 'email_failed');
  }
  await finishSent(context.database.single, mail, {
    makesNeedless: makesNeedless ?? null,
    cancellationIds,
    remindAt,
    tells,
    subject: subject ?? null,
  });
}

async function askAgain(context: CheckoutContext, mail: Tried, why: string): Promise<void> {
  if ((mail.refusedFor ?? 0) >= refusedForSeconds) return giveUp(context, mail, why, 'email_failed');
  await saveRefused(context.database.single, mail);
  await postponeJob(context.database, 'mail', mail.id, { seconds: backOffSeconds(mail.tries) });
}

/** There is nothing to send yet. Documents are looked up less and less often, in the end once an hour. */
async function wait(context: CheckoutContext, mail: Tried, missing: Missing): Promise<void> {
  let seconds = backOffSeconds(mail.tries);
  if (missing === 'documents') {
    if (mail.age >= documentsForSeconds)
      return giveUp(context, mail, 'the documents have not come', 'documents_missing');
    if (mail.age >= documentsLateAfterSeconds) await tellThatDocumentsAreLate(context, mail);
    // A sixtieth of the time that has passed: so the e-mail comes soon after the document.
    seconds = Math.min(3_600, Math.max(seconds, mail.age / 60));
  }
  await postponeJob(context.database, 'mail', mail.id, { seconds });
}

/** Tells staff once for each order, also when staff have acknowledged it meanwhile. */
async function tellThatDocumentsAreLate({ database }: CheckoutContext, mail: Tried): Promise<void> {
  const { checkoutId } = mail;
  if (checkoutId === null) return;
  await database.transaction(async (transaction) => {
    const detail = { reason: 'documents_missing', hours: documentsLateAfterSeconds / 3_600 };
    const key = `documents ${checkoutId}`;
    if (!(await raiseAlert(transaction, { kind: 'checkout_overdue', key, checkoutId, detail }))) return;
    await showMail(transaction, mail, 'documents_missing');
    await note(transaction, checkoutId, 'documents_late');
  });
}

/** Stops trying: the operator is alerted, and staff see the e-mail if it is about an order. */
async function giveUp(
  { database, report }: CheckoutContext,
  mail: Tried,
  why: string,
  task: MailTask,
): Promise<void> {
  const { checkoutId, kind } = mail;
  report('error', 'an e-mail was given up', { ...subjectOf(mail), kind, reason: why });
  await database.transaction(async (transaction) => {
    // Who has written the message, or has invited, sees it on the page. What the mail server said may name the address.
    if (kind === 'message_test' || kind === 'staff_invitation')
      return failMail(transaction, mail, { failure: 'not delivered', task: null });
    if (kind === 'confirmation_copy' && checkoutId !== null) {
      // The customer has the confirmation, so only staff have to know. What the mail server said may name the address.
      await failMail(transaction, mail, { failure: 'not delivered', task: null });
      return note(transaction, checkoutId, 'mail_failed', { kind });
    }
    await failMail(transaction, mail, { failure: why, task });
    const detail = { reason: task, email: kind, why };
    await raiseAlert(transaction, { kind: 'email_failed', key: mail.sending, checkoutId, detail });
    if (checkoutId !== null) await note(transaction, checkoutId, 'mail_failed', { kind, why });
  });
}

function subjectOf({ id, checkoutId }: StoredMail): Record<string, unknown> {
  return checkoutId === null ? { mail: id } : { mail: id, checkout: checkoutId };
}

/**
 * The message ID is the same for each try, so that a mailbox can detect a repetition; but each try of a code
 * e-mail, or of an invitation, has an ID of its own, because it contains a new code or link.
 */
function messageId(storefrontUrl: string, { sending, kind, tries }: Tried): string {
  const isNew = kind === 'code' || kind === 'staff_invitation';
  const name = isNew ? `${sending}.${tries}` : sending;
  return `<${name}@${new URL(storefrontUrl).hostname}>`;
}
