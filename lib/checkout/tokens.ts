import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, encoded for cookies and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(value: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** The stored hash of a token: with so many random bits, a plain hash can't be reversed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
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
