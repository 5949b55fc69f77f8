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

/** A purchase, and the address of the person to whom it is given. */
export interface GivenPurchase {
  readonly checkoutId: string;
  readonly email: string;
}

/**
 * The name of all tickets of a purchase in the link of the person to whom they are given, 43 characters. For another address it
 * is another one, so that correcting the address ends the link that a stranger has got.
 */
export function giftToken({ checkoutId, email }: GivenPurchase, secret: string): string {
  const id = bytesOf(checkoutId);
  const hash = hashLink(`gift ${id.toString('hex')} ${email}`, secret);
  return Buffer.concat([id, sealBytesOf(hash)]).toString('base64url');
}

/** Whether it has the form of such a name. */
export const isGiftToken = (token: string) => token.length === giftCharacters;

/** The purchase of which such a link may be: `opensGift` says whether it is. Null: of none. */
export function purchaseOfGift(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  return isGiftToken(token) && bytes.toString('base64url') === token
    ? idOf(bytes.subarray(0, idBytes))
    : null;
}

/** Whether we made this link, for the address to which the purchase is given now. */
export function opensGift(token: string, given: GivenPurchase, secret: string): boolean {
  const [made, asked] = [Buffer.from(giftToken(given, secret)), Buffer.from(token)];
  return made.length === asked.length && timingSafeEqual(made, asked);
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const sealOf = (ids: Buffer, secret: string) =>
  sealBytesOf(hashLink(`ticket ${ids.toString('hex')}`, secret));
const sealBytesOf = (hash: string) => Buffer.from(hash, 'base64url').subarray(0, sealBytes);
