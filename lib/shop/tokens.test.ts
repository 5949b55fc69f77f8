import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOpenBooking, hasAccess, isKnownToken } from './data/access-store';
import { hold } from './flows/basket/basket';
import { heldId, holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hashLink, hashToken, isToken, newReference, newToken, visitorToken } from './tokens';

describe('a token', () => {
  it('has 256 bits and is never the same', () => {
    const tokens = Array.from({ length: 1000 }, newToken);
    expect(new Set(tokens).size).toBe(1000);
    expect(tokens.every(isToken)).toBe(true);
    expect(Buffer.from(tokens[0] ?? '', 'base64url')).toHaveLength(32);
  });

  it.each(['', 'a', `${newToken()}=`, `${newToken()}a`, "' or 1=1 --", 'é'.repeat(43)])(
    'does not include "%s"',
    (value) => {
      expect(isToken(value)).toBe(false);
    },
  );

  it('is stored as a hash; a link is hashed with the secret', () => {
    const token = newToken();
    expect(hashToken(token)).not.toContain(token);
    expect(hashLink(token, 'one')).not.toBe(hashLink(token, 'two'));
  });
});

describe('the token of a visitor', () => {
  const secret = 'one';
  const token = visitorToken(undefined, secret);

  it('is never the same, and is kept', () => {
    const tokens = Array.from({ length: 1000 }, () => visitorToken(undefined, secret));
    expect(new Set(tokens).size).toBe(1000);
    expect(tokens.every(isToken)).toBe(true);
    expect(tokens.map((one) => visitorToken(one, secret))).toEqual(tokens);
  });

  it.each([
    '',
    newToken(),
    visitorToken(undefined, 'another'),
    `${token}a`,
    token.slice(1),
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  ])('is replaced if the shop did not make it: %j', (planted) => {
    const given = visitorToken(planted, secret);
    expect(given).not.toBe(planted);
    expect(visitorToken(given, secret)).toBe(given);
  });
});

it('a reference can be read aloud', () => {
  for (let round = 0; round < 1000; round += 1)
    expect(newReference()).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
});

describe('the access to a checkout', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.close());

  it('is with the browser that made it, and with no other', async () => {
    const request = holdRequest(shop.ticketing, 1);
    const id = heldId(await hold(shop.context, request));
    const { database } = shop.context;
    expect(await hasAccess(database, request.tokenHash, id)).toBe(true);
    expect((await findOpenBooking(database, request.tokenHash)).openId).toBe(id);
    const stranger = hashToken(newToken());
    expect(await hasAccess(database, stranger, id)).toBe(false);
    expect((await findOpenBooking(database, stranger)).openId).toBeNull();
    expect(await isKnownToken(database, stranger)).toBe(false);
    expect(await hasAccess(database, request.tokenHash, 'not an id')).toBe(false);
  });
});
