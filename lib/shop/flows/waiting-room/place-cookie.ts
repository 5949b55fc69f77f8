import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface PlaceCookies {
  /** The value of the cookie of a visitor with this number. */
  write(roomId: number, number: number): string;
  /** The number in a cookie; null if this shop did not write it for this room. */
  read(roomId: number, value: string): number | null;
}

/** Cookies with the number of a visitor, signed with a key (HMAC-SHA-256) that is derived from the secret. */
export function placeCookies(secret: string): PlaceCookies {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waiting room', 32));
  const sign = (roomId: number, number: number) =>
    createHmac('sha256', key).update(`${roomId}.${number}`).digest();
  return {
    write: (roomId, number) => `${number}.${sign(roomId, number).toString('base64url')}`,
    read: (roomId, value) => {
      const [, digits, signature = ''] = /^([1-9]\d{0,8})\.([\w-]{43})$/.exec(value) ?? [];
      const number = Number(digits);
      if (digits === undefined) return null;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(roomId, number)) ? number : null;
    },
  };
}
