import { isOfPart } from '@/lib/shop/rules/refund';
import { lastSegment } from '@/lib/contract/iri';
import { toCents } from '@/lib/money/money';
import { groupBy } from './index-records';
import type { Cancellation, Index, MadeCancellation, Records, ShopRefund, Tell } from './records';

/** The shop and the service have the same cancellations, of the same tickets and amounts. */
export function compareCancellations({ shop, service }: Records, index: Index, tell: Tell): void {
  const made = new Map(service.cancellations.map((one) => [one.reference, one]));
  for (const row of shop.cancellations) {
    const references = index.referencesOf(row.checkoutId);
    if (row.state === 'refused') {
      if (row.reference !== null) tell('a refused cancellation that was made', references, row);
    } else if (row.state !== 'requested') {
      const found = made.get(row.reference ?? '');
      if (found === undefined) tell('a cancellation that the service does not know', references, row);
      else compareOne(row, found, hasOtherAmount(shop, row), index, tell);
    }
  }
  const open = [
    ...shop.cancellations.filter(({ state }) => state === 'requested'),
    ...shop.refunds.filter(({ state }) => state === 'planned' || state === 'due'),
  ];
  for (const row of open) tell('a cancellation that does not end', index.referencesOf(row.checkoutId), row);
  const known = groupBy(shop.cancellations, ({ reference }) => reference ?? '');
  for (const one of service.cancellations) {
    const times = known.get(one.reference)?.length ?? 0;
    const purchase = index.purchase.get(one.orderId);
    const references = purchase === undefined ? [] : [purchase.reference];
    if (times !== 1)
      tell('a cancellation that the shop does not know, or knows twice', references, { one, times });
  }
}

/** Staff were asked to look at it. */
const hasOtherAmount = ({ refunds }: Records['shop'], { id }: Cancellation) =>
  refunds.some(({ cancellationId, problem }) => cancellationId === id && problem === 'amount_differs');

function compareOne(
  row: Cancellation,
  made: MadeCancellation,
  isKnown: boolean,
  index: Index,
  tell: Tell,
): void {
  const references = index.referencesOf(row.checkoutId);
  const tickets = (index.tickets.get(made.orderId) ?? [])
    .filter((ticket) => made.units.includes(index.unitOf(ticket)))
    .map(({ id }) => id);
  const named = new Set(row.tickets.map(lastSegment));
  if (named.size !== tickets.length || tickets.some((id) => !named.has(id)))
    tell('a cancellation of other tickets', references, { row, made });
  const isSame = toCents(made.refundAmount) === toCents(row.amount);
  if (made.rebookedTo.length === 0 && !isSame && !isKnown)
    tell('a cancellation of another amount', references, { row, made });
}

/** Each refund that was requested from the provider is for one of the shop's, once, and has its amount. */
export function compareRefunds({ shop, provider }: Records, index: Index, tell: Tell): void {
  const rows = new Map(shop.refunds.map((one) => [one.id, one]));
  const alive = provider.refunds.filter(
    ({ status, metadata }) => status !== 'failed' && metadata['request'] !== undefined,
  );
  const byRequest = groupBy(alive, ({ metadata }) => metadata['request'] ?? '');
  for (const [request, refunds] of byRequest) {
    const row = rows.get(request);
    const references = index.referencesOf(row?.checkoutId ?? '');
    if (row === undefined) tell('a refund for nothing', references, refunds);
    if (refunds.length > 1) tell('refunded twice', references, refunds);
    if (row !== undefined && refunds.some(({ amount }) => amount !== toCents(row.amount)))
      tell('a refund of another amount', references, { row, refunds });
  }
  for (const row of shop.refunds) {
    if (row.state !== 'done' || toCents(row.amount) === 0) continue;
    const hasFailedLater = shop.incidents.some(
      ({ id, kind }) => id === row.refundId && kind === 'refund_failed',
    );
    const isThere = alive.some(({ metadata }) => metadata['request'] === row.id) || isByStaff(provider, row);
    if (!hasFailedLater && !isThere)
      tell('a refund that was not made', index.referencesOf(row.checkoutId), row);
  }
}

/** Staff have refunded a whole payment at the provider's pages. */
const isByStaff = ({ refunds }: Records['provider'], { cause, refundId }: ShopRefund) =>
  !isOfPart({ cause }) && refunds.some(({ id, status }) => id === refundId && status !== 'failed');
