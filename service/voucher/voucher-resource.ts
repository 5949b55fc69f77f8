import type { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import {
  applyVoucherInput,
  removeVoucherInput,
  voucherInput,
  voucherPatch,
  type UnchangedReason,
  voucherResultSchema as readVoucherResultSchema,
  voucherSchema as readVoucherSchema,
} from '@/lib/contract/voucher';
import { sumAmounts } from '@/lib/money/money';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { discountOf } from '../reservation/discount';
import type { StoredReservation } from '../reservation/reservation';
import { reservationResource, reservationSchema } from '../reservation/reservation-resource';
import type { SoldBalance, StoredVoucher, Uses } from './voucher-store';

const id = exampleId(34);
const catalogId = exampleOf(catalogSchema).id;
const why = { actor: 'box office', reason: 'Summer campaign' };
const example = {
  code: 'SUMMER-27',
  kind: 'percentage',
  value: '15.00',
  products: null,
  validFrom: null,
  validUntil: '2027-09-01T00:00:00.000Z',
  maximumUses: 100,
  minimumAmountInclTax: null,
} as const;

export const voucherSchema = readVoucherSchema.required().meta({
  id: 'Voucher',
  description: 'A code that makes tickets of a catalogue cheaper.',
  'x-extension': true,
  example: {
    '@id': addresses.voucher(catalogId, id),
    '@type': 'Voucher',
    id,
    ...example,
    remainingInclTax: null,
    soldIn: null,
    complimentary: false,
    batch: null,
    usedIn: null,
    disabled: false,
    heldUses: 1,
    orderedUses: 12,
    ...why,
    createdAt: '2027-05-20T07:45:00.000Z',
    changedAt: '2027-05-20T07:45:00.000Z',
  },
});

export const createVoucherBody = voucherInput.meta({
  id: 'VoucherInput',
  description: 'A new code.',
  'x-extension': true,
  examples: {
    percentage: { ...example, ...why },
    amount: { code: 'WELCOME 10', kind: 'amount', value: '10.00', ...why },
    complimentary: {
      code: 'PRESS-27',
      kind: 'percentage',
      value: '100.00',
      complimentary: true,
      maximumUses: 1,
      ...why,
    },
  },
});

export const changeVoucherBody = voucherPatch.meta({
  id: 'VoucherPatch',
  description: 'Other limits. A member that is left out stays as it is; null is no limit.',
  'x-extension': true,
  examples: {
    more: { maximumUses: 200, ...why },
    stop: { disabled: true, actor: 'box office', reason: 'The code is on a website of others.' },
  },
});

export const voucherResultSchema = readVoucherResultSchema
  .required()
  .extend({ reservations: reservationSchema.array() })
  .meta({
    id: 'VoucherResult',
    description: 'The reservations of a purchase after a voucher was applied or removed.',
    'x-extension': true,
    example: {
      '@id': `/.well-known/genid/${exampleId(35)}`,
      '@type': 'VoucherResult',
      refusal: null,
      message: null,
      minimumAmountInclTax: null,
      discountInclTax: '0.00',
      reservations: [exampleOf(reservationSchema)],
    },
  });

export type VoucherResult = z.output<typeof voucherResultSchema>;
export type VoucherResource = z.output<typeof voucherSchema>;

const reservations = [exampleOf(reservationSchema)['@id']];

export const applyVoucherBody = applyVoucherInput.meta({
  id: 'ApplyVoucherInput',
  description: 'A code, and all reservations of the purchase that are of one catalogue.',
  'x-extension': true,
  examples: {
    code: { code: 'summer 27', reservations },
    asRead: { code: 'summer 27', reservations, versions: [0] },
  },
});

export const removeVoucherBody = removeVoucherInput.meta({
  id: 'RemoveVoucherInput',
  description: 'The reservations that get their price back.',
  'x-extension': true,
  examples: { one: { reservations } },
});

export const invalidVoucher: InvalidAnswer = {
  name: 'InvalidVoucher',
  when: 'The code exists already, a product is not of the catalogue, the period is empty, a member can’t be changed, or the voucher was changed meanwhile (our addition).',
  examples: {
    code: [{ path: 'code', code: 'unique', messageKey: 'voucherExists' }],
    product: [{ path: 'products[0]', code: 'regex', messageKey: 'unknownSubject' }],
    period: [{ path: 'validUntil', code: 'choice', messageKey: 'voucherPeriod' }],
    fixed: [{ path: 'value', code: 'regex', messageKey: 'voucherFixed' }],
    changed: [{ path: 'unchangedSince', code: 'choice', messageKey: 'voucherChanged' }],
  },
};

export const invalidVoucherUse: InvalidAnswer = {
  name: 'InvalidVoucherUse',
  when: 'A reservation is not held, or they are of several catalogues: nothing changes (our addition).',
  examples: {
    expired: [{ path: 'reservations[0].expired', code: 'isFalse' }],
    catalogue: [{ path: 'reservations[1]', code: 'choice', messageKey: 'otherCatalog' }],
  },
};

/** `uses`: undefined: there are none. `sale`: of a balance. `usedIn`: of a code of a batch. */
export function voucherResource(
  voucher: StoredVoucher,
  uses: Uses | undefined,
  sale: SoldBalance | undefined,
  usedIn?: string,
): VoucherResource {
  const { batchId } = voucher;
  return {
    '@id': addresses.voucher(voucher.catalogId, voucher.id),
    '@type': 'Voucher',
    id: voucher.id,
    code: voucher.code,
    kind: voucher.kind,
    value: voucher.value,
    remainingInclTax: sale?.remaining ?? null,
    soldIn: sale?.soldIn ?? null,
    complimentary: voucher.complimentary,
    batch: batchId === null ? null : addresses.voucherBatch(voucher.catalogId, batchId),
    usedIn: usedIn ?? null,
    products: voucher.products?.map((product) => addresses.product(voucher.catalogId, product)) ?? null,
    validFrom: voucher.validFrom?.toISOString() ?? null,
    validUntil: voucher.validUntil?.toISOString() ?? null,
    maximumUses: voucher.maximumUses,
    minimumAmountInclTax: voucher.minimumAmount,
    disabled: voucher.disabled,
    heldUses: uses?.held ?? 0,
    orderedUses: uses?.ordered ?? 0,
    actor: voucher.actor,
    reason: voucher.reason,
    createdAt: voucher.createdAt.toISOString(),
    changedAt: voucher.changedAt.toISOString(),
  };
}

export function voucherResult(
  resultId: string,
  after: readonly StoredReservation[],
  refused: { refusal: UnchangedReason; message: string; minimumAmount: string | null } | null,
  language: string,
): VoucherResult {
  return {
    '@id': `/.well-known/genid/${resultId}`,
    '@type': 'VoucherResult',
    refusal: refused?.refusal ?? null,
    message: refused?.message ?? null,
    minimumAmountInclTax: refused?.minimumAmount ?? null,
    discountInclTax: sumAmounts(after.map(discountOf)),
    reservations: after.map((one) => reservationResource(one, language)),
  };
}
