import { emailTranslator, type EmailTranslate } from '../locale/email-messages';
import type { Block } from './email-page';
import { paragraph, render, small, type OrderEmail, type RenderedEmail } from './order-emails';

interface WaitingEmail extends Pick<OrderEmail, 'shop' | 'language' | 'link'> {
  quantity: number;
  /** What is waited for. */
  title: string;
  /** One for each ticket: event, place and time. */
  details: readonly string[];
}

/** You are on the list, with the link to leave it. */
export function waitingJoinedEmail(email: WaitingEmail): RenderedEmail {
  const t = emailTranslator(email.language);
  const { title } = email;
  return render(t('email.waitingJoined.subject', { title }), t('email.waitingJoined.heading'), email, [
    paragraph(t('email.waitingJoined.introduction')),
    wish(t, email),
    paragraph(t('email.waitingJoined.how')),
    { kind: 'link', text: t('email.waitingJoined.link'), url: email.link },
    small(t('email.waitingJoined.ignore')),
    small(t('email.automatic')),
  ]);
}

/** Tickets are held for you until this time by the venue's clock. */
export function waitingFreeEmail(
  email: WaitingEmail & { until: { day: string; time: string; zone: string } },
): RenderedEmail {
  const t = emailTranslator(email.language);
  const { title, until } = email;
  return render(
    t('email.waitingFree.subject', { title, time: until.time }),
    t('email.waitingFree.heading'),
    email,
    [
      paragraph(t('email.waitingFree.introduction', { time: until.time, zone: until.zone })),
      wish(t, email),
      { kind: 'link', text: t('email.waitingFree.link'), url: email.link },
      paragraph(t('email.waitingFree.after')),
      small(t('email.automatic')),
    ],
  );
}

function wish(t: EmailTranslate, { quantity, title, details }: WaitingEmail): Block {
  return { kind: 'table', rows: [{ title, details, value: t('email.waitingQuantity', { quantity }) }] };
}
