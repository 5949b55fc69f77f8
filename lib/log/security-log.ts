import { destination, type Logger, pino } from 'pino';
import { repeatedLines } from './repeated-lines';

/** An event of the security log. It contains the identifiers of staff and the networks of clients (/24, /56). */
export type SecurityEvent =
  | { event: 'sign_in' | 'sign_out' | 'role_removed' | 'session_ended'; staff: string }
  /** `code`: openid-client's own name for the failure. */
  | { event: 'sign_in_failed'; code: string }
  | { event: 'personal_data_exported' | 'personal_data_erased'; staff: string; bookings: number }
  | { event: 'bookings_exported'; staff: string; what: string }
  | { event: 'links_revoked'; staff: string; checkout: string }
  | { event: 'role_missing'; staff: string; needs: string }
  | { event: 'staff_invited' | 'staff_joined' | 'staff_removed'; staff: string; account: string }
  | (Refused & { network: string })
  | { event: 'limit_reached'; limit: 'requests' | 'voucher_codes'; organization: string };

export type Refused =
  | { event: 'request_refused'; status: number }
  | { event: 'access_refused'; reason: 'code' | 'link' | 'webhook_signature' }
  | {
      event: 'limit_reached';
      limit:
        | 'connections'
        | 'held_by_network'
        | 'held_by_site'
        | 'searches'
        | 'places'
        | 'waiting_lists'
        | 'emails_sent_again'
        | 'voucher_codes'
        | 'free_orders'
        | 'gifts'
        | 'free_tickets'
        | 'sign_ins';
    };

/** Events that a client can cause any number of times. */
const repeated = new Set<SecurityEvent['event']>([
  'sign_in_failed',
  'role_missing',
  'request_refused',
  'access_refused',
  'limit_reached',
]);

export type SecurityLog = (event: SecurityEvent) => void;

/** The file of the security log can't be opened; the message is one sentence. */
export class WrongSecurityLog extends Error {
  override name = 'WrongSecurityLog';
}

export interface SecurityLogOptions {
  /** The file to which lines are appended; without it they go to standard output, with those of the program. */
  file: string | undefined;
  /** The program's log, for lines that could not be written. */
  log: Pick<Logger, 'error'>;
}

/** If more different events are counted at once, only their kinds are counted, without details. */
const mostCounted = 1_000;

/**
 * JSON lines marked with `"log":"security"`. Refusals and limits are written when they first happen, and while they
 * continue once a minute with their number (`times`), so that refused requests can't fill the file. SIGHUP opens the
 * file anew. Throws WrongSecurityLog if the file can't be opened.
 */
export function openSecurityLog({ file, log: programLog }: SecurityLogOptions): SecurityLog {
  const stream = openStream(file);
  stream.on('error', (error: unknown) =>
    programLog.error({ err: error }, 'a line of the security log could not be written'),
  );
  const log = pino({ base: { log: 'security' }, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const write = (event: object) => log.info(event);
  const repeats = repeatedLines();
  const count = (key: string, event: object) =>
    repeats.take(key, (times) => write(times === undefined ? event : { ...event, times }));
  if (file !== undefined) process.on('SIGHUP', () => stream.reopen());
  return (event) => {
    if (!repeated.has(event.event)) {
      write(event);
      return;
    }
    const key = JSON.stringify(event);
    if (repeats.has(key) || repeats.size < mostCounted) count(key, event);
    else count(event.event, { event: event.event });
  };
}

function openStream(file: string | undefined): ReturnType<typeof destination> {
  try {
    return destination({ dest: file ?? 1, append: true, sync: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongSecurityLog(`SECURITY_LOG names a file that can't be written (${reason}).`);
  }
}
