import { buy, ordersOf } from './buying';
import { cancelInParts, cancelUnits, refundFailsLater, unitsOf } from './cancelling';
import { exchangeAtCounter, sellAtCounter } from './counter';
import { exchange } from './exchanging';
import { useGiftCard } from './gift-cards';
import { giveBackTwice } from './goodwill';
import { correctInvoice } from './invoices';
import { wantSameSeats } from './seats';
import type { Storm } from './storm-context';
import { dispute, intentsOf } from './troubles';
import { changedMind, rareVoucher, voucherInTwoTabs, wrongThenRightCode } from './vouchers';

export type Story = (storm: Storm) => Promise<unknown>;

/** What customers and staff do, and how often of each round. */
export const stories: Readonly<Record<string, { times: number; act: Story }>> = {
  buys: { times: 1, act: (storm) => buy(storm) },
  'leaves at the payment page': { times: 1, act: (storm) => buy(storm, { pays: false }) },
  'pays at the end of the hold': { times: 1, act: (storm) => buy(storm, { isLate: true }) },
  'three want the last tickets': { times: 1, act: wantLastTickets },
  'a voucher that few can use': { times: 1, act: rareVoucher },
  'a voucher in two tabs': { times: 2, act: voucherInTwoTabs },
  'a wrong code, then the right one': { times: 1, act: wrongThenRightCode },
  'a voucher is removed again': { times: 1, act: changedMind },
  'cancels in parts': { times: 3, act: cancelInParts },
  'exchanges online': { times: 3, act: exchange },
  'buys at the counter': { times: 2, act: sellAtCounter },
  'exchanges at the counter': { times: 2, act: exchangeAtCounter },
  'a refund fails later': { times: 1, act: refundFailsLater },
  'a gift card is used by two': { times: 2, act: useGiftCard },
  'three want the same seats': { times: 2, act: wantSameSeats },
  'an invoice is corrected': { times: 1, act: correctInvoice },
  'staff give back a part': { times: 2, act: giveBackTwice },
  'the bank disputes': { times: 1, act: disputedWhileCancelled },
};

function wantLastTickets(storm: Storm): Promise<unknown> {
  return Promise.all([1, 2, 3].map(() => buy(storm, { keys: ['rare'], quantity: 2, items: 1 })));
}

/** A payment is disputed while its tickets are cancelled. */
async function disputedWhileCancelled(storm: Storm): Promise<void> {
  const bought = await buy(storm, { keys: ['odd', 'third'], items: 1, code: null });
  if (bought?.state !== 'ordered') return;
  const { id } = bought;
  const [order] = await ordersOf(storm, id);
  const [intent] = await intentsOf(storm, id);
  if (order === undefined || intent === undefined) return;
  const [unit] = await unitsOf(storm, order.id);
  await cancelUnits(storm, { id, orderId: order.id }, unit === undefined ? [] : [unit]);
  dispute(storm, intent);
}

/** What has to happen in every storm, by the names under which it is counted. */
export const happenings: readonly RegExp[] = [
  /^bought: ordered$/,
  /^bought: abandoned$/,
  /^voucher: applied$/,
  /^voucher: UNKNOWN$/,
  /^voucher in two tabs: ordered$/,
  /^wrong code, then the right one: ordered$/,
  /^voucher removed again: ordered$/,
  /^cancellation: requested$/,
  /^cancellation by staff: requested$/,
  /^exchange: credited$/,
  /^exchanged: ordered$/,
  /^sold at the counter$/,
  /^exchanged at the counter$/,
  /^refund failed later$/,
  /^gift card used: ordered$/,
  /^seats chosen: held$/,
  /^seats chosen: not held$/,
  /^seats: ordered$/,
  /^invoice: corrected$/,
  /^goodwill: requested$/,
  /^goodwill: already$/,
  /^dispute$/,
  /^dispute (won|lost)$/,
  /^session cancelled$/,
  /^session rebooked$/,
  /^paid back at the counter$/,
];
