import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { TLSSocket } from 'node:tls';
import { codeOf } from '../database/database';
import { readBounded } from '../network/read-bounded';
import { trusting } from '../network/trusting';
import { type Finding, ok, warning } from './check';
import { secondsAheadOf } from './clock';

/** An answer to a request without credentials. Redirects are not followed. */
export interface Reached {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location: string | undefined;
  /** At most 256 kB; null: it is longer. */
  readonly body: string | null;
  /** By how much its clock is ahead of ours; null: it told no time. */
  readonly secondsAhead: number | null;
  /** For how many days its certificate is valid; null without TLS. */
  readonly daysLeft: number | null;
}

const longestMilliseconds = 8_000;
const mostBytes = 256 * 1024;
const day = 24 * 3600 * 1000;

/** GET. A string says why there is no answer, and continues a sentence that begins with the address. */
export async function reach(url: string, ca?: string): Promise<Reached | string> {
  const before = Date.now();
  try {
    const response = await send(url, ca);
    const after = Date.now();
    const { statusCode: status = 0, headers, socket } = response;
    // Asked before the end of the response, when the socket may be given up.
    const validTo = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : null;
    const body = await readBounded(response, mostBytes);
    return {
      status,
      location: headers.location,
      body: body === null ? null : body.toString(),
      secondsAhead: secondsAheadOf(headers.date, { before, after }),
      daysLeft: validTo === null ? null : Math.floor((validTo - Date.now()) / day),
    };
  } catch (error) {
    return reasonOf(error);
  }
}

function send(url: string, ca: string | undefined): Promise<IncomingMessage> {
  const options = {
    agent: false,
    signal: AbortSignal.timeout(longestMilliseconds),
    ...(ca === undefined ? {} : trusting(ca)),
  } as const;
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:')
      ? getSecure(url, options, resolve)
      : getPlain(url, options, resolve);
    request.once('error', reject);
  });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections: start what should listen there, or correct the address',
  ECONNRESET: 'broke the connection: something else than a web server may listen there',
  ENOTFOUND: 'has a name that DNS does not know: correct the name or DNS',
  EAI_AGAIN: 'has a name that can’t be looked up: check the DNS server of this machine',
  ABORT_ERR: `did not answer within ${longestMilliseconds / 1000} seconds: check the firewall, and what listens there`,
  CERT_HAS_EXPIRED: 'has a certificate that has expired: renew it',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet: check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has the certificate of another name: get one for this name',
};

const untrusted =
  'has a certificate that is not trusted here: serve its whole chain, or name its authority to this program';

function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? '';
  if (error instanceof Error && error.name === 'TimeoutError') return reasons['ABORT_ERR'] ?? '';
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) return untrusted;
  return `can’t be reached (${code === '' && error instanceof Error ? error.message : code}): check the address and the network`;
}

/** Certificates are usually renewed a month before they expire. */
const soonDays = 14;

/** What to say about the certificate of an answer; nothing without TLS. */
export function judgeCertificate(whose: string, { daysLeft }: Pick<Reached, 'daysLeft'>): Finding[] {
  if (daysLeft === null) return [];
  const how = `The certificate of ${whose} is valid for ${daysLeft} more days.`;
  return [
    daysLeft < soonDays ? warning(`${how} Renew it, and see why that did not happen by itself.`) : ok(how),
  ];
}
