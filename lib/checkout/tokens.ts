import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, fit for cookies and addresses. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(value: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** What is stored of a token: with so many random bits, a plain hash can't be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** What is stored of a mailed link. Keyed, so that a new LINK_SECRET ends every link at once. */
export function hashLink(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url');
}

// No 0/O, 1/I/L: it is read aloud at a desk.
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A reference such as "K7MQ-3XTD": about 40 bits, so it is unique, and no secret. */
export function newReference(): string {
  const text = Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
