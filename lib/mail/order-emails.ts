import { emailTranslator, type EmailTranslate } from '../locale/email-messages';
import type { Language } from '../locale/languages';
import type { NotCompletedReason, PurchaseProblem } from '../locale/messages';
import { notCompletedKey } from '../locale/not-completed';
import { compareAmounts, formatAmount, sumAmounts } from '../money/money';
import { detailText, page, type Block } from './email-page';
import { type EmailLine, lineRows } from './purchase-table';
import { type AmountBack, wayBackText } from './ways-back';

export type BookingOf = 'cards' | 'tickets';

export interface OrderEmail {
  /** The name of the shop. */
  shop: string;
  language: Language;
  reference: string;
  link: string;
  /** What it speaks of: a booking of gift cards alone has no tickets. */
  of?: BookingOf | undefined;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

/** What of the tickets is attached to an e-mail. */
export type AttachedKinds = 'tickets' | 'calendar' | 'both';

export function attachedTexts(
  attached: AttachedKinds | null,
  t: EmailTranslate,
  of: BookingOf = 'tickets',
): Block[] {
  return attached === null ? [] : [paragraph(t('email.attached', { what: attached, of }))];
}

export const ticketsReadyEmail = (email: OrderEmail & { attached?: AttachedKinds | null }): RenderedEmail =>
  compose('ticketsReady', email, (t, of) => [
    paragraph(t('email.ticketsReady.introduction', { of })),
    linkTo(t('email.openTickets', { of }), email.link),
    ...attachedTexts(email.attached ?? null, t, of),
    small(t('email.keepLink', { of })),
  ]);

/** The first visit is tomorrow. */
export const reminderEmail = (
  email: OrderEmail & { lines: readonly EmailLine[]; attached: AttachedKinds | null },
): RenderedEmail =>
  compose('reminder', email, (t, of) => [
    paragraph(t('email.reminder.introduction')),
    { kind: 'table', rows: lineRows(email.lines) },
    linkTo(t('email.openTickets', { of }), email.link),
    ...attachedTexts(email.attached, t),
    small(t('email.keepLink', { of })),
  ]);

/** A session of which the customer has tickets was moved, or there is other news about it. */
export function eventChangedEmail(
  email: OrderEmail & { event: string; message: string; moment: string },
): RenderedEmail {
  const { link, event, message, moment } = email;
  return compose('eventChanged', email, (t, of) => [
    paragraph(t('email.eventChanged.introduction', { event })),
    paragraph(message),
    { kind: 'table', rows: [{ title: t('email.eventChanged.now'), details: [], value: moment }] },
    linkTo(t('email.openTickets', { of }), link),
  ]);
}

/** Staff have given back a part of what was paid, and the tickets stay valid. `ways`: what in all, in EUR. */
export function goodwillEmail(email: OrderEmail & { ways: readonly AmountBack[] }): RenderedEmail {
  const { ways, language, link } = email;
  const amount = formatAmount(sumAmounts(ways.map((one) => one.amount)), language);
  return compose('goodwill', email, (t, of) => [
    paragraph(t('email.goodwill.introduction', { amount, of })),
    ...ways.map((one) =>
      paragraph(
        `${ways.length > 1 ? `${formatAmount(one.amount, language)}: ` : ''}${wayBackText(one.way, t)}`,
      ),
    ),
    linkTo(t('email.openOrder'), link),
  ]);
}

interface UnfulfilledEmail extends OrderEmail {
  amount: string;
  reason: NotCompletedReason;
}

/** "We could not complete your order", and that the payment was refunded. */
export function refundEmail(email: UnfulfilledEmail): RenderedEmail {
  const amount = formatAmount(email.amount, email.language);
  return compose('refund', email, (t) => [
    paragraph(t('email.refund.introduction', { amount })),
    ...reasonAndLink(t, email),
  ]);
}

/** "We could not complete your order", and that the authorized amount was released. */
export function notChargedEmail(email: UnfulfilledEmail): RenderedEmail {
  const isAuthorized = compareAmounts(email.amount, '0.00') > 0;
  const amount = formatAmount(email.amount, email.language);
  return compose('notCharged', email, (t) => {
    const introduction = t('email.notCharged.introduction');
    const pending = isAuthorized ? ` ${t('email.notCharged.pending', { amount })}` : '';
    return [paragraph(`${introduction}${pending}`), ...reasonAndLink(t, email)];
  });
}

function reasonAndLink(t: EmailTranslate, { reason, link }: UnfulfilledEmail): Block[] {
  return [paragraph(t(`checkout.order.reasons.${reason}`)), linkTo(t('email.openOrder'), link)];
}

interface OutcomeEmail extends OrderEmail {
  /** The address to which staff answer. */
  email: string;
  /** The amount paid or to be paid, in EUR. */
  amount: string;
  /** How staff have paid it back; left out: at the provider's pages, or not known. */
  way?: 'cash' | 'terminal' | 'transfer' | 'other';
}

/** Staff are looking into it: what is known about the purchase, and that the answer comes by e-mail. */
export function staffLookingEmail(email: OutcomeEmail & { problem: PurchaseProblem }): RenderedEmail {
  return outcomeEmail(email, 'outcome.attention.title', [
    `outcome.attention.problems.${email.problem}`,
    'outcome.attention.text',
  ]);
}

export function settledEmail(
  email: OutcomeEmail & { settledAs: 'refunded' | 'ordered' | 'nothing' },
): RenderedEmail {
  const { settledAs } = email;
  return outcomeEmail(email, `outcome.settled.${settledAs}`, [`outcome.settled.${settledAs}Text`]);
}

/** There is no order, and there was nothing to pay. `reason` null: unknown. */
export function notCompletedEmail(
  email: OutcomeEmail & { reason: NotCompletedReason | null },
): RenderedEmail {
  const { reason } = email;
  return outcomeEmail(email, 'outcome.notCompleted.title', [
    'outcome.notCompleted.text',
    ...(reason === null ? [] : [notCompletedKey(reason)]),
  ]);
}

type Text = Parameters<EmailTranslate>[0];

function outcomeEmail(
  outcome: OutcomeEmail & { way?: string },
  heading: Text,
  texts: readonly Text[],
): RenderedEmail {
  const { shop, language, reference, link, email } = outcome;
  const t = emailTranslator(language);
  const values = {
    amount: formatAmount(outcome.amount, language),
    email,
    reference,
    way: outcome.way ?? 'other',
  };
  const title = t(heading);
  return render(t('outcome.subject', { title, reference }), title, { shop, language }, [
    ...texts.map((text) => paragraph(t(text, values))),
    linkTo(t('email.openOrder'), link),
    ending(t, reference),
  ]);
}

type CodeEmail = Pick<OrderEmail, 'shop' | 'language'> & { code: string; minutes: number };
/** It has no link, because it can reach the wrong person. */
export function codeEmail(email: CodeEmail): RenderedEmail {
  const { language, code, minutes } = email;
  const t = emailTranslator(language);
  return render(t('email.code.subject'), t('email.code.heading'), email, [
    paragraph(t('email.code.introduction')),
    { kind: 'code', text: `${code.slice(0, 4)} ${code.slice(4)}` },
    paragraph(t('email.code.validity', { minutes })),
    small(t('email.code.ignore')),
    small(t('email.automatic')),
  ]);
}

export function compose(
  kind:
    | 'confirmation'
    | 'cancelled'
    | 'exchanged'
    | 'both'
    | 'eventChanged'
    | 'preparing'
    | 'reminder'
    | 'ticketsReady'
    | 'refund'
    | 'goodwill'
    | 'notCharged'
    | 'invoiceCorrected',
  email: OrderEmail,
  blocks: (t: EmailTranslate, of: BookingOf) => Block[],
  subject: (t: EmailTranslate, of: BookingOf) => string = (t, of) =>
    t(`email.${kind}.subject`, { reference: email.reference, of }),
): RenderedEmail {
  const { language, reference, of = 'tickets' } = email;
  const t = emailTranslator(language);
  const heading = t(`email.${kind}.heading`, { of });
  return render(subject(t, of), heading, email, [...blocks(t, of), ending(t, reference)]);
}

export function ending(t: EmailTranslate, reference: string): Block {
  return small(`${t('email.reference', { reference })} ${t('email.automatic')}`);
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const small = (text: string): Block => ({ kind: 'small', text });
export const linkTo = (text: string, url: string): Block => ({ kind: 'link', text, url });

export function render(
  subject: string,
  heading: string,
  { shop, language }: Pick<OrderEmail, 'shop' | 'language'>,
  blocks: readonly Block[],
): RenderedEmail {
  const texts = blocks.map((block) => asText(block, emailTranslator(language)));
  return {
    subject: oneLine(subject),
    text: `${[heading, ...texts, shop].join('\n\n')}\n`,
    html: page(heading, blocks, { shop, language }),
  };
}

/**
 * A header is one line: a line break in it would begin another header (RFC 5322 §2.2). Signs that turn the direction of
 * what follows would make a subject of a name of an event unreadable.
 */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trim();
}

function asText(block: Block, t: EmailTranslate): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
    case 'code':
      return block.text;
    case 'quote':
      return block.lines.map((line) => `> ${line}`.trimEnd()).join('\n');
    case 'link':
      return `${t('email.beforeLink', { text: block.text })}\n${block.url}`;
    case 'table':
      return block.rows
        .map(({ title, details, value }) =>
          [`${title}  ${value}`.trimEnd(), ...details.map((detail) => `  ${detailText(detail)}`)].join('\n'),
        )
        .join('\n');
  }
}
