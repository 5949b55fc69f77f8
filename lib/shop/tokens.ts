import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, encoded for cookies and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(value: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}

const tokenCharacters = 43;
const randomCharacters = 22;

/** As long as other tokens: 128 random bits, and 126 bits of their HMAC. */
function sealed(random: string, secret: string): string {
  const seal = hashLink(`visitor ${random}`, secret);
  return `${random}${seal.slice(0, tokenCharacters - randomCharacters)}`;
}

/**
 * The token of a visitor who may not have used anything yet, so that nothing is stored: the given one if a process with
 * this secret made it, else a new one.
 */
export function visitorToken(given: string | undefined, secret: string): string {
  if (given !== undefined && isToken(given)) {
    const own = sealed(given.slice(0, randomCharacters), secret);
    if (timingSafeEqual(Buffer.from(own), Buffer.from(given))) return given;
  }
  return sealed(randomBytes(16).toString('base64url'), secret);
}

/** The stored hash of a token: with so many random bits, a plain hash can't be reversed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The stored hash of what a browser sent as its token; null if that is none. */
export function hashSent(value: string | undefined): string | null {
  return value === undefined || !isToken(value) ? null : hashToken(value);
}

/** The stored hash of a mailed link. It is keyed, so that a new LINK_SECRET ends every link at once. */
export function hashLink(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url');
}

// Without 0/O and 1/I/L, because it is read aloud at a desk.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A reference such as "K7MQ-3XTD": about 40 bits, so it is unique, but not secret. */
export function newReference(): string {
  const text = Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * The code with which staff give the tickets of a checkout, such as "FREE-K7MQ-3XTD-9PAB-WX4C": always the same one, which nobody
 * can know who has not the secret.
 */
export function freeCode(checkoutId: string, secret: string): string {
  const bytes = createHmac('sha256', secret).update(`tickets for free ${checkoutId}`).digest();
  const text = Array.from(bytes.subarray(0, 16), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return `FREE-${text.replaceAll(/(.{4})(?!$)/g, '$1-')}`;
}
