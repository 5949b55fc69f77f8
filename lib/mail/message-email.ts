import { emailTranslator } from '../locale/email-messages';
import type { Block } from './email-page';
import {
  ending,
  linkTo,
  type OrderEmail,
  paragraph,
  render,
  type RenderedEmail,
  small,
} from './order-emails';

interface MessageEmail extends Omit<OrderEmail, 'reference' | 'of'> {
  /** Null: a test, which goes to no customer. */
  reference: string | null;
  subject: string;
  /** As it was typed: empty lines divide it into paragraphs. */
  text: string;
  /** The event of which the customer has tickets, and its time in words. */
  event: string;
  moment: string;
}

/** What staff write to everyone who has tickets of a visit. */
export function messageEmail({ subject, text, event, moment, ...email }: MessageEmail): RenderedEmail {
  const { language, reference, link } = email;
  const t = emailTranslator(language);
  const blocks: Block[] = [
    ...text
      .split(/\n[ \t]*\n/)
      .filter((part) => part !== '')
      .map(paragraph),
    { kind: 'table', rows: [{ title: event, details: [moment], value: '' }] },
    linkTo(t('email.openTickets', { of: 'tickets' }), link),
    ...(reference === null ? [small(t('email.message.test'))] : [ending(t, reference)]),
  ];
  return render(
    reference === null ? t('email.message.testSubject', { subject }) : subject,
    subject,
    email,
    blocks,
  );
}
