import { expect, it } from 'vitest';
import { giftToken, opensGift, purchaseOfGift, ticketOfToken, ticketToken } from './ticket-link';

const secret = 'a secret of the links, long enough';
const ticket = {
  checkoutId: '01a20e0d-da16-70e9-a6e6-2f29e9808dd1',
  ticketId: 'ffffffff-0000-4000-8000-00000000000a',
};
const token = ticketToken(ticket, secret);

it('the link of a ticket names it, and is the same each time', () => {
  expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/);
  expect(ticketOfToken(token, secret)).toEqual(ticket);
  expect(ticketToken(ticket, secret)).toBe(token);
  expect(ticketToken({ ...ticket, ticketId: ticket.checkoutId }, secret)).not.toBe(token);
});

it('a link in which anything was changed, or of another secret, names nothing', () => {
  for (let index = 0; index < token.length; index += 1) {
    const other = token[index] === 'A' ? 'B' : 'A';
    expect(ticketOfToken(token.slice(0, index) + other + token.slice(index + 1), secret)).toBeNull();
  }
  expect(ticketOfToken(token, 'another secret of the links, long')).toBeNull();
});

it.each([
  '',
  'x',
  `${token}A`,
  token.slice(1),
  `${token.slice(1)}=`,
  `${token.slice(1)}é`,
  token.replace(/./, '+'),
])('what we have not made names nothing: %s', (text) => {
  expect(ticketOfToken(text, secret)).toBeNull();
});

const purchase = { checkoutId: ticket.checkoutId, email: 'grace@example.org' };
const given = giftToken(purchase, secret);

it('the link of a gift names the purchase, and no other spelling or change of it opens it', () => {
  expect(given).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(purchaseOfGift(given)).toBe(ticket.checkoutId);
  expect(opensGift(given, purchase, secret)).toBe(true);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const last of alphabet) {
    if (given.endsWith(last)) continue;
    expect(opensGift(`${given.slice(0, -1)}${last}`, purchase, secret)).toBe(false);
  }
  for (let index = 0; index < given.length - 1; index += 1) {
    const other = given[index] === 'A' ? 'B' : 'A';
    expect(opensGift(given.slice(0, index) + other + given.slice(index + 1), purchase, secret)).toBe(false);
  }
  for (const other of ['', token, `${given}=`, `${given.slice(1)}é`]) {
    expect(purchaseOfGift(other)).toBeNull();
    expect(opensGift(other, purchase, secret)).toBe(false);
  }
  expect(opensGift(given, purchase, 'another secret of the links, long')).toBe(false);
});

it('the link of a gift does not open it for another address', () => {
  expect(opensGift(given, { ...purchase, email: 'alan@example.org' }, secret)).toBe(false);
});
