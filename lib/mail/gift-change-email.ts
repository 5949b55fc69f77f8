import { emailTranslator } from '../locale/email-messages';
import type { Block } from './email-page';
import { linkTo, type OrderEmail, paragraph, render, type RenderedEmail, small } from './order-emails';
import { type EmailLine, lineRows } from './purchase-table';

interface GiftChangeEmail extends Pick<OrderEmail, 'shop' | 'language' | 'of'> {
  /** Who has bought it. */
  from: string;
  /** What the organiser has changed, and writes; null: nothing. */
  organiser: { isCancelled: boolean; texts: { event: string; moment: string; message: string } } | null;
  /** What is not valid any more since the last e-mail. */
  ended: readonly EmailLine[];
  /** What is still valid; empty: nothing. */
  left: readonly EmailLine[];
  link: string;
}

/** For the person to whom a booking was given: what has changed since, without a price, and without data of who has bought it. */
export function giftChangeEmail(email: GiftChangeEmail): RenderedEmail {
  const { shop, language, from, organiser, ended, left, link, of = 'tickets' } = email;
  const t = emailTranslator(language);
  const table = (lines: readonly EmailLine[]): Block => ({ kind: 'table', rows: lineRows(lines) });
  const isLeft = left.length > 0;
  return render(t('email.giftChange.subject', { from }), t('email.giftChange.heading'), email, [
    ...(organiser === null
      ? []
      : [
          paragraph(
            organiser.isCancelled
              ? t('email.cancelled.byOrganiser', organiser.texts)
              : t('email.eventChanged.introduction', organiser.texts),
          ),
          paragraph(organiser.texts.message),
        ]),
    ...(ended.length === 0 ? [] : [paragraph(t('email.giftChange.ended', { from, of })), table(ended)]),
    ...(isLeft
      ? [
          paragraph(t('email.giftChange.left', { of })),
          table(left),
          linkTo(t('email.openTickets', { of }), link),
        ]
      : []),
    ...(isLeft ? [small(t('email.gift.secret', { of }))] : []),
    small(t('email.gift.why', { from, shop, of })),
    small(t('email.automatic')),
  ]);
}
