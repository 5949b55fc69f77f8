import { randomUUID } from 'node:crypto';
import { lastSegment } from '@/lib/contract/iri';
import {
  applyVoucherInput,
  comparableCode,
  removeVoucherInput,
  type VoucherRefusal,
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

/** POST …/_apply-voucher and …/_remove-voucher, for codes that take a percentage off; null: another request. */
export function voucherRoute(server: TicketingServer, path: string, body: string): WireAnswer | null {
  if (path.endsWith('/_apply-voucher')) {
    const { code, reservations } = applyVoucherInput.parse(JSON.parse(body));
    const found = [...server.vouchers].find(([one]) => comparableCode(one) === comparableCode(code));
    if (found === undefined) return change(server, reservations, { refusal: 'UNKNOWN' });
    const [written, percentage] = found;
    const isBelow = compareAmounts(listPrice(server, reservations), server.voucherMinimum) < 0;
    return change(
      server,
      reservations,
      isBelow ? { refusal: 'BELOW_MINIMUM' } : { code: written, percentage },
    );
  }
  if (!path.endsWith('/_remove-voucher')) return null;
  const { reservations } = removeVoucherInput.parse(JSON.parse(body));
  return change(server, reservations, { code: null, percentage: '0.00' });
}

function listPrice(server: TicketingServer, paths: readonly string[]): string {
  const items = paths.flatMap((path) => server.reservations.get(lastSegment(path))?.items ?? []);
  return sumAmounts(items.map((item) => multiplyAmount(item.unitAmountInclTax, item.quantity)));
}

function change(
  server: TicketingServer,
  paths: readonly string[],
  use: { code: string | null; percentage: string } | { refusal: VoucherRefusal },
): WireAnswer {
  const now = Date.now() + server.clockOffMilliseconds;
  const reservations = paths.flatMap((path) => {
    const found = server.reservations.get(lastSegment(path));
    return found?.order === null && Date.parse(found.expiresAt) > now ? [found] : [];
  });
  if (reservations.length < paths.length) return { status: 422, body: { violations: [] } };
  const refusal = 'refusal' in use ? use.refusal : null;
  if (!('refusal' in use)) for (const one of reservations) discount(one, use);
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
  reservation.discountInclTax = sumAmounts(reservation.items.map((item) => item.discountInclTax ?? '0.00'));
  reservation.totalAmountInclTax = sumAmounts([
    ...reservation.items.map((item) => item.totalAmountInclTax),
    fee,
  ]);
}
