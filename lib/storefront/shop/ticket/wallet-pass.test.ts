import { afterAll, beforeAll, expect, it } from 'vitest';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { postOf } from '@/testing/shop/emails';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { filesOfPass, isSigned } from '@/testing/signed-pass';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { newWalletTexts, type WalletTexts } from '@/testing/fakes/wallet-certificates';
import { placeOrder } from '../../../shop/flows/checkout/place-order';
import { giftToken } from '../../../shop/flows/lookup/ticket-link';
import { readOrderView } from '../../../shop/flows/lookup/read-checkout';
import type { LineTicket } from '../../../shop/values/checkout-values';
import { getAppContext } from '../../../runtime/app-context';
import { appleCredentials, googleCredentials } from '../../../wallet/credentials';
import { shownTickets, type TicketView } from '../../common/order/order-tickets';
import { noWallets, walletLinks } from '../../common/order/wallet-links';
import { readGiftTickets } from './gift-tickets';
import { readSharedTicket } from './shared-ticket';
import { getApplePass, getGoogleLink, walletTicket } from './wallet-pass';

let shop: TestShop;
let texts: WalletTexts;
let stop: () => Promise<void>;

beforeAll(async () => {
  shop = await startTestShop();
  shop.ticketing.tickets.support = 'read';
  texts = await newWalletTexts(new Date());
  const wallets = { apple: appleCredentials(texts), google: googleCredentials('3388000', texts.account) };
  stop = startStorefrontOf(shop, { wallets });
});
afterAll(() => stop());

const ticketOfOrder = async () => shownTicketOf(await postOf(shop).ordered({ email: 'ada@example.org' }));

async function shownTicketOf(id: string) {
  const view = await readOrderView(shop.context, id, 'en');
  const [ticket] = view === null ? [] : await shownTickets(view, 'en');
  if (ticket === undefined) throw new Error('no ticket');
  return { ...ticket, token: ticket.shareLink?.split('/').pop() ?? '' };
}

it('a ticket of an order has a signed pass with its code, as long as it is valid', async () => {
  const { token, id, code, walletLinks: links } = await ticketOfOrder();
  expect(links).toEqual({
    apple: `/api/tickets/${token}/apple-wallet?language=en`,
    google: `/api/tickets/${token}/google-wallet?language=en`,
  });
  const pass = await getApplePass(token, 'en');
  if (pass === null) throw new Error('no pass');
  expect(await isSigned(pass, texts.authority)).toBe(true);
  const content: unknown = JSON.parse(filesOfPass(pass).get('pass.json')?.toString() ?? '');
  expect(content).toMatchObject({ serialNumber: id, barcodes: [{ message: code }] });
  const link = (await getGoogleLink(token, 'fr')) ?? '';
  const payload = Buffer.from(link.split('.').at(-2) ?? '', 'base64url').toString();
  expect(payload).toContain(`"value":"${code ?? 'no code'}"`);

  for (const ticket of shop.ticketing.tickets.all.values()) ticket.status = 'cancelled';
  expect(await getApplePass(token, 'en')).toBeNull();
  expect(await getGoogleLink(token, 'en')).toBeNull();
});

it('a gift card has no pass: it admits nobody, and a pass shows no balance', async () => {
  const gift = { name: 'Grace', email: 'grace@example.org', message: '', date: null };
  const id = await shop.hold();
  await placeOrder(shop.context, { ...orderOf(id, '36.00'), more: { invoice: null, answers: null, gift } });
  shop.provider.pay([...shop.provider.sessions.keys()].at(-1) ?? '');
  await askIfPaying(shop.context, id);
  await shop.settle();
  const { token } = await shownTicketOf(id);
  expect(await readSharedTicket(token, 'en')).toMatchObject({ value: { kind: 'valid' } });

  const values = { valueInclTax: '50.00', remainingInclTax: '50.00' };
  for (const ticket of shop.ticketing.tickets.all.values())
    ticket.giftCard = { ...values, validUntil: null, disabled: false };
  expect(await getApplePass(token, 'en')).toBeNull();
  expect(await getGoogleLink(token, 'en')).toBeNull();
  expect(await readSharedTicket(token, 'en')).toMatchObject({
    value: { kind: 'valid', walletLinks: noWallets },
  });
  const given = await readGiftTickets(
    giftToken({ checkoutId: id, email: gift.email }, shop.context.linkSecret),
    'en',
  );
  expect(given.kind === 'valid' && given.tickets.map((one) => one.walletLinks)).toEqual([
    noWallets,
    noWallets,
  ]);
});

it('nothing is offered that can’t be signed: without settings, and after the end of the certificate', async () => {
  const { apple, google } = (await getAppContext()).config.wallets;
  expect(walletLinks({ apple: null, google: null }, 't', 'en')).toEqual({ apple: null, google: null });
  if (apple === null) throw new Error('no certificate');
  const ended = { ...apple, validUntil: new Date(Date.now() - 1_000) };
  expect(walletLinks({ apple: ended, google }, 't', 'en')).toMatchObject({
    apple: null,
    google: '/api/tickets/t/google-wallet?language=en',
  });
});

const view = (
  ticket: Partial<LineTicket>,
  timezone: string | null = 'Europe/Paris',
): TicketView & { code: string } => ({
  id: 'i',
  holder: 'Ada',
  reference: 'R',
  unit: 0,
  isNamed: false,
  codeImage: '',
  giftCard: null,
  code: 'C',
  status: 'valid',
  line: {
    catalogId: 'c',
    catalogName: 'Museum',
    timezone,
    productId: 'p',
    productName: 'Adult',
    date: '2027-06-01',
    quantity: 1,
    unitAmount: '1.00',
    totalAmount: '1.00',
    tickets: [],
  },
  ticket: {
    name: 'Tour',
    occursAt: '2027-06-01T10:00:00+02:00',
    sessionName: null,
    duration: 'PT75M',
    event: { id: 'e', name: 'The Stores', venue: 'Museum', address: '1 Quay', position: null },
    ...ticket,
  },
});

it('a pass shows the times of the venue, in the customer’s language', () => {
  expect(walletTicket(view({}), 'fr')).toMatchObject({
    name: 'The Stores',
    moment: 'mardi 1er juin 2027, 10:00',
    holder: 'Ada',
    product: 'Adult',
    begins: '2027-06-01T10:00:00+02:00',
    ends: '2027-06-01T11:15:00.000+02:00',
    place: { name: 'Museum', address: '1 Quay', position: null },
  });
  expect(walletTicket(view({ occursAt: null, event: null }), 'en')).toMatchObject({
    name: 'Tour',
    moment: 'Tuesday 1 June 2027',
    begins: null,
    ends: null,
    place: null,
  });
});

it('a pass of a session that was called off says so briefly, too, and is of another event at Google', () => {
  const pass = walletTicket(view({ calledOff: 'postponed' }), 'en');
  const said = 'The organiser has postponed this date.';
  expect(pass).toMatchObject({ calledOff: 'postponed', changedBriefly: said });
  expect(pass.changed).toBe(`${said} We tell you by e-mail what happens to your ticket.`);
  expect(pass.visitId).not.toBe(walletTicket(view({}), 'en').visitId);
});

it('tickets of one session are of one event at Google, and those of others and in other languages are not', () => {
  const { visitId } = walletTicket(view({}), 'en');
  expect(visitId).toMatch(/^[0-9a-f]{32}$/);
  expect(walletTicket({ ...view({}), holder: 'Zoë', code: 'D' }, 'en').visitId).toBe(visitId);
  expect(walletTicket(view({ occursAt: '2027-06-01T11:00:00+02:00' }), 'en').visitId).not.toBe(visitId);
  expect(walletTicket(view({}), 'fr').visitId).not.toBe(visitId);
});
