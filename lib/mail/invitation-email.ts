import { emailTranslator } from '../locale/email-messages';
import { type OrderEmail, paragraph, render, type RenderedEmail, small } from './order-emails';

interface InvitationEmail extends Pick<OrderEmail, 'shop' | 'language' | 'link'> {
  /** Of the invited person. */
  readonly name: string;
  /** How long the link can be used. */
  readonly days: number;
}

/** A member of staff is invited to sign in to the shop. */
export function invitationEmail(email: InvitationEmail): RenderedEmail {
  const { language, link, shop, name, days } = email;
  const t = emailTranslator(language);
  return render(t('email.invitation.subject', { shop }), t('email.invitation.heading'), email, [
    paragraph(t('email.invitation.introduction', { name, shop })),
    { kind: 'link', text: t('email.invitation.link'), url: link },
    paragraph(t('email.invitation.once', { days })),
    small(t('email.invitation.ignore')),
    small(t('email.automatic')),
  ]);
}
