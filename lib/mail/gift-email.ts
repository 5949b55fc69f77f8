import { emailTranslator } from '../locale/email-messages';
import {
  type AttachedKinds,
  attachedTexts,
  linkTo,
  type OrderEmail,
  paragraph,
  render,
  type RenderedEmail,
  small,
} from './order-emails';
import { type EmailLine, lineRows } from './purchase-table';

interface GiftEmail extends Pick<OrderEmail, 'shop' | 'language' | 'link' | 'of'> {
  /** Who has bought it. */
  from: string;
  /** Who gets it. */
  name: string;
  /** Of several lines; empty: none. */
  message: string;
  lines: readonly EmailLine[];
  attached: AttachedKinds | null;
}

/** Tickets for the person to whom they are given: no price, no number of the booking, and no address of who has bought them. */
export function giftEmail(email: GiftEmail): RenderedEmail {
  const { shop, language, link, from, name, message, lines, attached, of = 'tickets' } = email;
  const t = emailTranslator(language);
  return render(t('email.gift.subject', { from, of }), t('email.gift.heading', { name }), email, [
    paragraph(t('email.gift.introduction', { from, of })),
    ...(message === '' ? [] : [{ kind: 'quote' as const, lines: message.split('\n') }]),
    { kind: 'table', rows: lineRows(lines) },
    linkTo(t('email.openTickets', { of }), link),
    ...attachedTexts(attached, t, of),
    small(t('email.gift.secret', { of })),
    small(t('email.gift.why', { from, shop, of })),
    small(t('email.automatic')),
  ]);
}
