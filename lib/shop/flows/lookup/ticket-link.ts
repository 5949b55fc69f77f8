import { timingSafeEqual } from 'node:crypto';
import { hashLink } from '../../tokens';

/** Of one ticket, whose link its owner may give away. */
export interface NamedTicket {
  readonly checkoutId: string;
  /** The identifier of the ticket at the service; both in lower case. */
  readonly ticketId: string;
}

const idBytes = 16;
const sealBytes = 16;
const tokenCharacters = ((2 * idBytes + sealBytes) / 3) * 4;
const giftCharacters = Math.ceil(((idBytes + sealBytes) / 3) * 4);

/**
 * The name of a ticket in its link, 64 characters: both identifiers with 128 bits of their keyed hash. So nothing is
 * stored for a link, and a new LINK_SECRET ends all of them.
 */
export function ticketToken({ checkoutId, ticketId }: NamedTicket, secret: string): string {
  const ids = Buffer.concat([bytesOf(checkoutId), bytesOf(ticketId)]);
  return Buffer.concat([ids, sealOf(ids, secret)]).toString('base64url');
}

/** The ticket that a link names; null if we did not make that link. */
export function ticketOfToken(token: string, secret: string): NamedTicket | null {
  if (token.length !== tokenCharacters || !/^[A-Za-z0-9_-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * idBytes);
  if (!timingSafeEqual(sealOf(ids, secret), bytes.subarray(2 * idBytes))) return null;
  return { checkoutId: idOf(ids.subarray(0, idBytes)), ticketId: idOf(ids.subarray(idBytes)) };
}

/** The name of all tickets of a purchase in the link of the person to whom they are given, 43 characters. */
export function giftToken(checkoutId: string, secret: string): string {
  const id = bytesOf(checkoutId);
  return Buffer.concat([id, giftSealOf(id, secret)]).toString('base64url');
}

/** Whether it has the form of such a name. */
export const isGiftToken = (token: string) => token.length === giftCharacters;

/** The purchase that such a link names; null if we did not make that link. */
export function giftOfToken(token: string, secret: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Two bits of the last character have no meaning: only one of its spellings is the name.
  if (!isGiftToken(token) || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(giftSealOf(id, secret), bytes.subarray(idBytes)) ? idOf(id) : null;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const sealOf = (ids: Buffer, secret: string) => seal('ticket', ids, secret);
const giftSealOf = (id: Buffer, secret: string) => seal('gift', id, secret);

function seal(of: string, ids: Buffer, secret: string): Buffer {
  const hash = hashLink(`${of} ${ids.toString('hex')}`, secret);
  return Buffer.from(hash, 'base64url').subarray(0, sealBytes);
}
