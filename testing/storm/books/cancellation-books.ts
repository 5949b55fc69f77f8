import { lastSegment } from '@/lib/contract/iri';
import { toCents } from '@/lib/money/money';
import { groupBy } from './index-records';
import type { Cancellation, Index, MadeCancellation, Records, Tell } from './records';

/** The shop and the service have the same cancellations, of the same tickets and amounts. */
export function compareCancellations({ shop, service }: Records, index: Index, tell: Tell): void {
  const wholes = shop.cancellations.filter(({ partOf }) => partOf === null);
  const made = new Map(service.cancellations.map((one) => [one.reference, one]));
  for (const row of wholes) {
    const references = index.referencesOf(row.checkoutId);
    if (row.state === 'refused') {
      if (row.reference !== null) tell('a refused cancellation that was made', references, row);
    } else if (row.state !== 'requested') {
      const found = made.get(row.reference ?? '');
      if (found === undefined) tell('a cancellation that the service does not know', references, row);
      else compareOne(row, found, index, tell);
    }
  }
  for (const row of shop.cancellations)
    if (row.state === 'requested' || row.state === 'refunding')
      tell('a cancellation that does not end', index.referencesOf(row.checkoutId), row);
  const known = groupBy(wholes, ({ reference }) => reference ?? '');
  for (const one of service.cancellations) {
    const times = known.get(one.reference)?.length ?? 0;
    const purchase = index.purchase.get(one.orderId);
    const references = purchase === undefined ? [] : [purchase.reference];
    if (times !== 1)
      tell('a cancellation that the shop does not know, or knows twice', references, { one, times });
  }
}

function compareOne(row: Cancellation, made: MadeCancellation, index: Index, tell: Tell): void {
  const references = index.referencesOf(row.checkoutId);
  const tickets = (index.tickets.get(made.orderId) ?? [])
    .filter((ticket) => made.units.includes(index.unitOf(ticket)))
    .map(({ id }) => id);
  const named = new Set(row.tickets.map(lastSegment));
  if (named.size !== tickets.length || tickets.some((id) => !named.has(id)))
    tell('a cancellation of other tickets', references, { row, made });
  const isSame = toCents(made.refundAmount) === toCents(row.amount);
  if (made.rebookedTo.length === 0 && !isSame && row.problem !== 'amount_differs')
    tell('a cancellation of another amount', references, { row, made });
}

/** Each refund at the provider is for one cancellation or payment, once, and has its amount. */
export function compareRefunds({ shop, provider }: Records, index: Index, tell: Tell): void {
  const rows = new Map(shop.cancellations.map((one) => [one.id, one]));
  const payments = new Map(shop.payments.map((one) => [one.id, one]));
  const alive = provider.refunds.filter(
    ({ status, metadata }) => status !== 'failed' && metadata['request'] !== undefined,
  );
  const byRequest = groupBy(alive, ({ metadata }) => metadata['request'] ?? '');
  for (const [request, refunds] of byRequest) {
    const [row, payment] = [rows.get(request), payments.get(request)];
    const references = index.referencesOf((row ?? payment)?.checkoutId ?? '');
    if (row === undefined && payment === undefined) tell('a refund for nothing', references, refunds);
    if (refunds.length > 1) tell('refunded twice', references, refunds);
    if (row === undefined) continue;
    if (row.state === 'refused') tell('a refund for a refused cancellation', references, { row, refunds });
    const asked = toCents(row.ownPart ?? row.amount);
    if (refunds.some(({ amount }) => amount !== asked))
      tell('a refund of another amount', references, { row, refunds });
  }
  for (const row of shop.cancellations) {
    const isOwed = row.paymentId !== null && toCents(row.ownPart ?? row.amount) > 0;
    if (row.state !== 'done' || row.settledAs !== null || !isOwed) continue;
    const hasFailedLater = shop.incidents.some(
      ({ id, kind }) => id === row.refundId && kind === 'refund_failed',
    );
    if (!hasFailedLater && !byRequest.has(row.id))
      tell('a refund that was not made', index.referencesOf(row.checkoutId), row);
  }
}
