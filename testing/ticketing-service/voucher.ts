import type { z } from 'zod';
import { voucherResultSchema, voucherSchema } from '@/lib/contract/voucher';
import { why } from './administration';
import type { Callable } from './booking';

export type Voucher = z.infer<typeof voucherSchema>;

/** Makes a voucher of EUR 10.00; members can be changed. Throws if the answer is not 201. */
export async function madeVoucher(service: Callable, catalog: string, change: object = {}): Promise<Voucher> {
  const { status, body } = await service.call('POST', `${catalog}/vouchers`, {
    organization: 'river',
    body: { code: 'TEN-OFF', kind: 'amount', value: '10.00', ...why, ...change },
  });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return voucherSchema.parse(body);
}

const operation = (name: string) => `/v1/booking/reservations/_${name}-voucher`;

/** Applies a code to reservations. */
export function askVoucher(service: Callable, code: string, reservations: readonly unknown[]) {
  return service.call('POST', operation('apply'), { body: { code, reservations } });
}

/** Applies a code to reservations, if it can be used. Throws if the answer is not 201. */
export async function applied(service: Callable, code: string, reservations: readonly unknown[]) {
  return resultOf(await askVoucher(service, code, reservations));
}

/** Removes any code from reservations. Throws if the answer is not 201. */
export async function removed(service: Callable, reservations: readonly unknown[]) {
  return resultOf(await service.call('POST', operation('remove'), { body: { reservations } }));
}

function resultOf({ status, body }: Awaited<ReturnType<Callable['call']>>) {
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return voucherResultSchema.parse(body);
}
