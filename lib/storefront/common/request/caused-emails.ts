import { RateLimiterRes } from 'rate-limiter-flexible';
import { sharedLimiting } from '../../../shop/data/limit-store';
import type { MailKind } from '../../../shop/data/mail-store';
import type { Refused } from '../../../log/security-log';
import type { ClientNetworks } from '../../../network/client-prefix';
import { networkLimit } from '../../../network/network-limit';
import { getAppContext } from '../../../runtime/app-context';
import { noteRefusal, requestNetworks } from './network';

const hour = 60 * 60;

/**
 * What visitors can do, without paying, that sends an e-mail to the address that they type; and a gift, for which little may
 * be paid.
 */
type EmailCause = 'search' | 'waiting_list' | 'again' | 'free_order' | 'free_cancellation' | 'gift';

/**
 * By which cause an e-mail of each kind can reach a stranger. Null: staff or a payment cause it, or it follows once from
 * one that is limited, as the tickets that come after their confirmation do.
 */
export const causeOfEmail: Readonly<Record<MailKind, readonly EmailCause[] | null>> = {
  confirmation: ['free_order', 'again'],
  gift: ['gift', 'again'],
  gift_change: null,
  invoice: ['again'],
  not_completed: ['free_order'],
  cancelled: ['free_cancellation'],
  code: ['search'],
  waiting_joined: ['waiting_list'],
  waiting_free: null,
  tickets_ready: null,
  confirmation_copy: null,
  settled: null,
  event_changed: null,
  reminder: null,
  refund: null,
  goodwill: null,
  not_charged: null,
  staff_looking: null,
  message: null,
  message_test: null,
  staff_invitation: null,
};

const nameOfLimit = {
  search: 'searches',
  waiting_list: 'waiting_lists',
  again: 'emails_sent_again',
  free_order: 'free_orders',
  free_cancellation: 'free_orders',
  gift: 'gifts',
} as const satisfies Record<EmailCause, Extract<Refused, { event: 'limit_reached' }>['limit']>;

/** E-mails to one address within an hour, from all networks. */
const mostToAddress = 20;

/** E-mails of one cause from one network, and from one IPv6 site, within an hour; searches: within 15 minutes. */
const mostFrom = { network: 20, site: 100 };

interface CausedEmail {
  readonly cause: EmailCause;
  readonly networks: ClientNetworks;
  readonly address: string;
}

/**
 * Counts one. Null if there were too many from the network, or to the address; else a function that takes it back, because
 * no e-mail was caused.
 */
export async function countEmail(
  context: Parameters<typeof sharedLimiting>[0],
  { cause, networks, address }: CausedEmail,
): Promise<(() => Promise<void>) | null> {
  const seconds = cause === 'search' ? hour / 4 : hour;
  const limiting = (name: string) => sharedLimiting(context, name);
  const ofNetwork = networkLimit(mostFrom, seconds, limiting(`email ${cause}`));
  if (!(await ofNetwork.count(networks))) return null;
  // The codes for an address are limited in another way, so that nobody can use up the searches of another.
  if (cause === 'search') return () => ofNetwork.giveBack(networks);
  const ofAddress = limiting('email address')({ points: mostToAddress, duration: hour });
  try {
    await ofAddress.consume(inboxOf(address));
    return async () => {
      await ofNetwork.giveBack(networks);
      await ofAddress.reward(inboxOf(address));
    };
  } catch (error) {
    if (error instanceof RateLimiterRes) return null;
    throw error;
  }
}

/** Many servers deliver `ann.lee+1@…` and `annlee@…` to the same person. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '');
  return `${name}${address.slice(at)}`.toLowerCase();
}

/** Counts an e-mail that this visitor causes, as `countEmail`; the security log says if there were too many. */
export async function causeEmail(cause: EmailCause, address: string): ReturnType<typeof countEmail> {
  const { checkoutContext } = await getAppContext();
  const giveBack = await countEmail(checkoutContext, { cause, networks: await requestNetworks(), address });
  if (giveBack === null) await noteRefusal({ event: 'limit_reached', limit: nameOfLimit[cause] });
  return giveBack;
}

/** Counts an e-mail that this visitor causes; false if there were too many. */
export const mayCauseEmail = async (cause: EmailCause, address: string): Promise<boolean> =>
  (await causeEmail(cause, address)) !== null;
