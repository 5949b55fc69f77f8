import { destination, type Logger, pino } from 'pino';

/** An event of the security log. Of persons it has the identifiers of staff, of clients their networks (/24, /56). */
export type SecurityEvent =
  | { event: 'sign_in' | 'sign_out' | 'role_removed'; staff: string }
  /** `code`: next-auth's own name of the failure. */
  | { event: 'sign_in_failed'; code: string }
  | { event: 'personal_data_exported' | 'personal_data_erased'; staff: string; bookings: number }
  | { event: 'links_revoked'; staff: string; checkout: string }
  | { event: 'role_missing'; staff: string; role: 'staff' | 'admin' }
  | (Refused & { network: string })
  | { event: 'limit_reached'; limit: 'requests'; organization: string };

/** What a client was refused. */
export type Refused =
  | { event: 'request_refused'; status: number }
  | { event: 'access_refused'; reason: 'code' | 'link' | 'webhook_signature' }
  | { event: 'limit_reached'; limit: 'connections' | 'held_by_network' | 'held_by_site' | 'searches' };

/** What anybody can bring about as often as they like. */
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
  /** The file that lines are appended to; without it they go to standard output, among those of the program. */
  file: string | undefined;
  /** The program's log, which is told when a line could not be written. */
  log: Pick<Logger, 'error'>;
}

/** Of events that are the same there is one line in so many milliseconds, with their number. */
const everyMilliseconds = 60_000;
/** The most different events whose repetitions are counted at once. Beyond it only kinds are counted, without details. */
const mostCounted = 1_000;

/**
 * JSON lines marked with `"log":"security"`. Refusals and limits are written when they happen first, and when they go
 * on once a minute with their number (`times`), so that refused requests can't fill it. Throws WrongSecurityLog when the
 * file can't be opened.
 */
export function openSecurityLog({ file, log: programLog }: SecurityLogOptions): SecurityLog {
  const stream = openStream(file);
  stream.on('error', (error: unknown) =>
    programLog.error({ err: error }, 'a line of the security log could not be written'),
  );
  const log = pino({ base: { log: 'security' }, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const counts = new Map<string, number>();
  const write = (event: object) => log.info(event);
  const count = (key: string, event: object) => {
    const before = counts.get(key);
    if (before !== undefined) {
      counts.set(key, before + 1);
      return;
    }
    write(event);
    counts.set(key, 0);
    setTimeout(() => {
      const times = counts.get(key) ?? 0;
      counts.delete(key);
      if (times > 0) write({ ...event, times });
    }, everyMilliseconds).unref();
  };
  return (event) => {
    if (!repeated.has(event.event)) {
      write(event);
      return;
    }
    const key = JSON.stringify(event);
    if (counts.has(key) || counts.size < mostCounted) count(key, event);
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
