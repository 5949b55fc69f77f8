import { fromCents } from '@/lib/money/money';
import type { Exchange } from '@/testing/faults/http-proxy';
import { indexRecords } from './index-records';
import { linkedPurchases } from './money-books';
import type { Checkout, Records } from './records';

/** Something in the shop's timeline of a purchase. */
export interface Noted {
  checkoutId: string;
  at: Date;
  what: string;
  detail: unknown;
}

/** What the storm has seen besides the books. */
export interface Witness {
  timeline: readonly Noted[];
  exchanges: readonly Exchange[];
}

/**
 * A purchase, and those that are linked to it by exchanges, as provider, service, shop and mailbox have it, and what happened in
 * which order: for a reader who looks for the cause of a difference.
 */
export function sideBySide(records: Records, reference: string, witness: Witness): string {
  const index = indexRecords(records);
  const group = linkedPurchases(records, index).find((all) => all.some((one) => one.reference === reference));
  if (group === undefined) return `${reference}: the shop does not know this purchase`;
  const lines = group.flatMap((checkout) => [
    `${checkout.reference} (${checkout.id})`,
    ...atProvider(records, checkout),
    ...atService(records, checkout),
    ...inShop(records, checkout),
    ...records.emails
      .filter(({ subject }) => subject.includes(checkout.reference))
      .map(({ id, subject }) => `  mail      ${subject} ${id}`),
  ]);
  return [...lines, ...history(records, group, witness)].join('\n');
}

function atProvider({ provider }: Records, { id }: Checkout): string[] {
  return provider.sessions
    .filter(({ clientReferenceId }) => clientReferenceId === id)
    .flatMap((session) => {
      const intent = provider.intents.find((one) => one.id === session.intentId);
      const refunds = provider.refunds.filter(({ intentId }) => intentId === intent?.id);
      return [
        `  provider  ${session.id}: ${intent === undefined ? 'not paid' : `paid ${fromCents(intent.amountReceived)} (${intent.id})`}`,
        ...refunds.map(
          (one) =>
            `  provider    refund ${fromCents(one.amount)} ${one.status} ${one.id}, requested for ${one.metadata['request'] ?? 'nobody'}`,
        ),
      ];
    });
}

function atService({ service }: Records, { reference }: Checkout): string[] {
  return service.orders
    .filter(({ externalReference }) => externalReference === reference)
    .flatMap((order) => {
      const own = service.reservations.find(({ id }) => id === order.reservationId);
      const voucher = own?.voucher ?? null;
      const off = voucher === null ? '' : ` minus ${voucher.discounts.join('+')} (${voucher.code})`;
      return [
        `  service   order ${order.id}: ${own?.quantity ?? 0} × ${own?.unitAmount ?? '?'}${off}`,
        ...service.cancellations
          .filter(({ orderId }) => orderId === order.id)
          .map(
            (one) =>
              `  service     cancelled units ${one.units.join()} for ${one.refundAmount} (${one.reference})${one.rebookedTo.length > 0 ? `, exchanged for ${one.rebookedTo.join()}` : ''}`,
          ),
      ];
    });
}

function inShop({ shop }: Records, { id, ...checkout }: Checkout): string[] {
  const isOwn = (one: { checkoutId: string }) => one.checkoutId === id;
  const { channel, state, reason, settledAs, total, credit } = checkout;
  return [
    `  shop      ${channel} ${words(state, reason, settledAs)}, total ${total ?? 'none'}, of which credit ${credit}`,
    ...shop.payments
      .filter(isOwn)
      .map(
        (one) =>
          `  shop        payment ${one.id} ${one.amount} ${words(one.method, one.state)}${one.refundedAt === null ? '' : ', refunded'}`,
      ),
    ...shop.cancellations
      .filter(isOwn)
      .map(
        (one) =>
          `  shop        cancellation ${one.id} of ${one.amount}: ${words(one.state, one.problem, one.reference)}`,
      ),
    ...shop.refunds
      .filter(isOwn)
      .map(
        (one) =>
          `  shop        refund ${one.id} of ${one.amount}${one.cancellationId === null ? '' : ` for ${one.cancellationId}`}: ${words(one.cause, one.state, one.problem, one.paidBack, one.refundId)}`,
      ),
    ...shop.incidents
      .filter(isOwn)
      .map(
        (one) =>
          `  shop        incident ${one.id} ${one.amount} ${words(one.kind, one.status, one.paidBack)}`,
      ),
  ];
}

const words = (...all: readonly (string | null)[]) => all.filter((one) => one !== null).join(' ');

/** What the shop noted, and what was requested of its partners, in the order of time. */
function history(
  { shop, service, provider }: Records,
  group: readonly Checkout[],
  { timeline, exchanges }: Witness,
): string[] {
  const ids = new Set(group.map(({ id }) => id));
  const references = new Set(group.map(({ reference }) => reference));
  const orders = service.orders.filter(({ externalReference }) => references.has(externalReference ?? ''));
  const isOwn = ({ checkoutId }: { checkoutId: string }) => ids.has(checkoutId);
  const names = [
    ...ids,
    ...references,
    ...orders.flatMap(({ id, reservationId }) => [id, reservationId]),
    ...shop.payments.filter(isOwn).flatMap(({ id, intent }) => [id, intent ?? id]),
    ...[...shop.cancellations, ...shop.refunds].filter(isOwn).map(({ id }) => id),
    ...provider.refunds.filter(({ metadata }) => ids.has(metadata['checkout'] ?? '')).map(({ id }) => id),
  ];
  const isAbout = ({ path, body, key }: Exchange) =>
    names.some((name) => `${path} ${body} ${key ?? ''}`.includes(name));
  const noted = timeline
    .filter(isOwn)
    .map(({ at, what, detail }) => ({ at: at.getTime(), line: `noted ${what} ${JSON.stringify(detail)}` }));
  const asked = exchanges.filter(isAbout).flatMap((one) => [
    {
      at: one.at,
      line: `asked ${one.method} ${one.path} ${one.key ?? ''} ${one.fault ?? ''} ${one.body.slice(0, 300)}`,
    },
    ...one.answers.map(({ at, status, body }) => ({
      at,
      line: `answered ${one.path} ${one.key ?? ''}: ${status} ${body.slice(0, 200).replaceAll(/\s+/g, ' ')}`,
    })),
  ]);
  return [...noted, ...asked]
    .sort((a, b) => a.at - b.at)
    .map(({ at, line }) => `  ${new Date(at).toISOString().slice(11, 23)} ${line}`);
}
