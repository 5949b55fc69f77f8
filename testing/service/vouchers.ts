import { randomUUID } from 'node:crypto';
import { lastSegment } from '@/lib/contract/iri';
import {
  applyVoucherInput,
  comparableCode,
  removeVoucherInput,
  type RemoveVoucherInput,
  type UnchangedReason,
  voucherInput,
} from '@/lib/contract/voucher';
import type { Reservation } from '@/lib/contract/reservation';
import {
  compareAmounts,
  multiplyAmount,
  proportionOfAmount,
  subtractAmounts,
  sumAmounts,
} from '@/lib/money/money';
import type { TicketingServer } from './service';
import type { WireAnswer } from '@/testing/faults/wire';

/** Such codes are complimentary: only who says that staff give the tickets knows them. */
const isComplimentary = (code: string | null) => code?.startsWith('FREE-') ?? false;

/** POST …/_apply-voucher, …/_remove-voucher and …/vouchers, for codes that take a percentage off; null: another request. */
export function voucherRoute(server: TicketingServer, path: string, body: string): WireAnswer | null {
  if (path.endsWith('/vouchers')) return makeVoucher(server, path, body);
  if (!/\/_(apply|remove)-voucher$/.test(path)) return null;
  const fault = server.voucherFaults.shift() ?? null;
  if (fault === 'cut_before') return 'cut';
  if (fault === 'too_often') return { status: 429, body: {}, headers: { 'retry-after': '300' } };
  const answer = carryOut(server, path, body);
  if (fault === 'cut_after') return 'cut';
  return fault === 'unknown_after' ? { status: 404, body: {} } : answer;
}

function makeVoucher(server: TicketingServer, path: string, body: string): WireAnswer {
  if (!path.includes(server.catalogId)) return { status: 404, body: {} };
  const { code, kind, value, complimentary, maximumUses, actor, reason } = voucherInput.parse(
    JSON.parse(body),
  );
  if (server.vouchers.has(code))
    return { status: 422, body: { violations: [{ propertyPath: 'code', message: 'unique' }] } };
  server.vouchers.set(code, value);
  const now = new Date().toISOString();
  const id = randomUUID();
  const terms = { products: null, validFrom: null, validUntil: null, minimumAmountInclTax: null };
  const uses = { disabled: false, heldUses: 0, orderedUses: 0, maximumUses: maximumUses ?? null };
  const about = { id, code, kind, value, complimentary, actor, reason, createdAt: now, changedAt: now };
  return { status: 201, body: { '@id': `${path}/${id}`, '@type': 'Voucher', ...about, ...terms, ...uses } };
}

function carryOut(server: TicketingServer, path: string, body: string): WireAnswer {
  if (path.endsWith('/_apply-voucher')) {
    const {
      code,
      replaces = [],
      complimentary = false,
      ...about
    } = applyVoucherInput.parse(JSON.parse(body));
    const found = [...server.vouchers].find(([one]) => comparableCode(one) === comparableCode(code));
    if (found === undefined) return change(server, about, { refusal: 'UNKNOWN' });
    const [written, percentage] = found;
    const isReplacing = server.orders.some(
      ({ items, voucher }) =>
        voucher === written && items.some(({ tickets }) => tickets?.some((one) => replaces.includes(one))),
    );
    if (isComplimentary(written) && !complimentary && !isReplacing)
      return change(server, about, { refusal: 'UNKNOWN' });
    if (server.vouchersUsedUp && !isReplacing) return change(server, about, { refusal: 'USED_UP' });
    const isBelow = compareAmounts(listPrice(server, about.reservations), server.voucherMinimum) < 0;
    return change(server, about, isBelow ? { refusal: 'BELOW_MINIMUM' } : { code: written, percentage });
  }
  return change(server, removeVoucherInput.parse(JSON.parse(body)), { code: null, percentage: '0.00' });
}

function listPrice(server: TicketingServer, paths: readonly string[]): string {
  const items = paths.flatMap((path) => server.reservations.get(lastSegment(path))?.items ?? []);
  return sumAmounts(items.map((item) => multiplyAmount(item.unitAmountInclTax, item.quantity)));
}

function change(
  server: TicketingServer,
  { reservations: paths, versions }: RemoveVoucherInput,
  use: { code: string | null; percentage: string } | { refusal: UnchangedReason },
): WireAnswer {
  const now = Date.now() + server.clockOffMilliseconds;
  const reservations = paths.flatMap((path) => {
    const found = server.reservations.get(lastSegment(path));
    return found?.order === null && Date.parse(found.expiresAt) > now ? [found] : [];
  });
  if (reservations.length < paths.length) return { status: 422, body: { violations: [] } };
  const isChanged = versions !== undefined && reservations.some((one, i) => one.version !== versions[i]);
  const refusal = isChanged ? 'CHANGED' : 'refusal' in use ? use.refusal : null;
  if (refusal === null && !('refusal' in use)) for (const one of reservations) discount(server, one, use);
  const result = {
    '@id': `/.well-known/genid/${randomUUID()}`,
    '@type': 'VoucherResult',
    refusal,
    message: refusal,
    minimumAmountInclTax: refusal === 'BELOW_MINIMUM' ? server.voucherMinimum : null,
    discountInclTax: sumAmounts(reservations.map((one) => one.discountInclTax ?? '0.00')),
    reservations,
  };
  return { status: 200, body: result };
}

function discount(
  { voucherLeft }: TicketingServer,
  reservation: Reservation,
  { code, percentage }: { code: string | null; percentage: string },
) {
  const before = sumAmounts(reservation.items.map((item) => item.totalAmountInclTax));
  const fee = subtractAmounts(reservation.totalAmountInclTax, before);
  for (const item of reservation.items) {
    const price = multiplyAmount(item.unitAmountInclTax, item.quantity);
    item.discountInclTax = proportionOfAmount(price, percentage, '100.00');
    item.totalAmountInclTax = subtractAmounts(price, item.discountInclTax);
  }
  reservation.voucher = code;
  reservation.complimentary = isComplimentary(code);
  reservation.balanceLeftInclTax = code === null ? null : voucherLeft;
  if (reservation.version !== undefined) reservation.version += 1;
  reservation.discountInclTax = sumAmounts(reservation.items.map((item) => item.discountInclTax ?? '0.00'));
  reservation.totalAmountInclTax = sumAmounts([
    ...reservation.items.map((item) => item.totalAmountInclTax),
    fee,
  ]);
}
