import { languages } from '../../../locale/languages';
import { invitationEmail } from '../../../mail/invitation-email';
import type { CheckoutContext } from '../../context';
import { invitationDays, keepInvitation } from '../../data/staff-account-store';
import { hashLink, newToken } from '../../tokens';
import type { Written } from './written';

/**
 * The invitation of a member of staff. Its link has a token of its own, of which only the hash is stored: a repeated e-mail has
 * another link, and the one before can't be used any more.
 */
export async function writeInvitation(
  {
    database,
    linkSecret,
    shopName: shop,
    storefrontUrl,
  }: Pick<CheckoutContext, 'database' | 'linkSecret' | 'shopName' | 'storefrontUrl'>,
  account: string | null,
): Promise<Written> {
  if (account === null) throw new Error('an invitation has no person');
  const token = newToken();
  const invited = await keepInvitation(database, account, hashLink(token, linkSecret));
  if (invited === null) return { kind: 'needless' };
  const language = languages.find((one) => one === invited.language) ?? 'en';
  const link = `${storefrontUrl}/${language}/staff/join/${token}`;
  const { email: to, name } = invited;
  return { kind: 'email', to, email: invitationEmail({ shop, language, link, name, days: invitationDays }) };
}
