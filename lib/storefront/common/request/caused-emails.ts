import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { MailKind } from '../../../shop/data/mail-store';
import type { Refused } from '../../../log/security-log';
import type { ClientNetworks } from '../../../network/client-prefix';
import { networkLimit } from '../../../network/network-limit';
import { noteRefusal, requestNetworks } from './network';

const hour = 60 * 60;

/** What visitors can do, without paying, that sends an e-mail to the address that they type. */
type EmailCause = 'search' | 'waiting_list' | 'again' | 'free_order' | 'free_cancellation';

/**
 * By which cause an e-mail of each kind can reach a stranger. Null: staff or a payment cause it, or it follows once from
 * one that is limited, as the tickets that come after their confirmation do.
 */
export const causeOfEmail: Readonly<Record<MailKind, readonly EmailCause[] | null>> = {
  confirmation: ['free_order', 'again'],
  not_completed: ['free_order'],
  cancelled: ['free_cancellation'],
  code: ['search'],
  waiting_joined: ['waiting_list'],
  waiting_free: null,
  tickets_ready: null,
  confirmation_copy: null,
  settled: null,
  event_changed: null,
  refund: null,
  not_charged: null,
  staff_looking: null,
};

const nameOfLimit = {
  search: 'searches',
  waiting_list: 'waiting_lists',
  again: 'emails_sent_again',
  free_order: 'free_orders',
  free_cancellation: 'free_orders',
} as const satisfies Record<EmailCause, Extract<Refused, { event: 'limit_reached' }>['limit']>;

/** E-mails to one address within an hour, from all networks. */
const mostToAddress = 20;

/** Counts, in this process, the e-mails that visitors cause. */
export function emailLimit() {
  const ofNetwork: Readonly<Record<EmailCause, ReturnType<typeof networkLimit>>> = {
    search: networkLimit({ network: 20, site: 100 }, 15 * 60),
    waiting_list: networkLimit({ network: 20, site: 100 }, hour),
    again: networkLimit({ network: 20, site: 100 }, hour),
    free_order: networkLimit({ network: 20, site: 100 }, hour),
    free_cancellation: networkLimit({ network: 20, site: 100 }, hour),
  };
  const ofAddress = new RateLimiterMemory({ points: mostToAddress, duration: hour });
  /** Counts one; false if there were too many from the network, or to the address. */
  return async (cause: EmailCause, networks: ClientNetworks, address: string): Promise<boolean> => {
    if (!(await ofNetwork[cause].count(networks))) return false;
    // The codes for an address are limited in the database, so that nobody can use up the searches of another.
    if (cause === 'search') return true;
    try {
      await ofAddress.consume(inboxOf(address));
      return true;
    } catch (error) {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    }
  };
}

/** Many servers deliver `ann.lee+1@…` and `annlee@…` to the same person. */
function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '');
  return `${name}${address.slice(at)}`.toLowerCase();
}

const count = emailLimit();

/** Counts an e-mail that this visitor causes; false if there were too many, which the security log says. */
export async function mayCauseEmail(cause: EmailCause, address: string): Promise<boolean> {
  if (await count(cause, await requestNetworks(), address)) return true;
  await noteRefusal({ event: 'limit_reached', limit: nameOfLimit[cause] });
  return false;
}
