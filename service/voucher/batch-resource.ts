import type { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import {
  voucherBatchInput,
  voucherBatchPatch,
  voucherBatchSchema as readVoucherBatchSchema,
} from '@/lib/contract/voucher-batch';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import type { StoredBatch, UsedCodes } from './batch-store';

const id = exampleId(37);
const catalogId = exampleOf(catalogSchema).id;
const why = { actor: 'box office', reason: 'Partners of the summer festival' };
const example = {
  name: 'Festival 2027',
  number: 500,
  prefix: 'SUMMER',
  kind: 'percentage',
  value: '15.00',
  products: null,
  validFrom: null,
  validUntil: '2027-09-01T00:00:00.000Z',
  minimumAmountInclTax: null,
} as const;

export const voucherBatchSchema = readVoucherBatchSchema.meta({
  id: 'VoucherBatch',
  description: 'Vouchers for one use each that were made together.',
  'x-extension': true,
  example: {
    '@id': addresses.voucherBatch(catalogId, id),
    '@type': 'VoucherBatch',
    id,
    ...example,
    disabled: false,
    heldCodes: 1,
    orderedCodes: 12,
    ...why,
    createdAt: '2027-05-20T07:45:00.000Z',
    changedAt: '2027-05-20T07:45:00.000Z',
  },
});

export const createVoucherBatchBody = voucherBatchInput.meta({
  id: 'VoucherBatchInput',
  description: 'New codes, each for one use.',
  'x-extension': true,
  examples: { percentage: { ...example, ...why } },
});

export const changeVoucherBatchBody = voucherBatchPatch.meta({
  id: 'VoucherBatchPatch',
  description: 'Whether the codes can be used.',
  'x-extension': true,
  examples: {
    stop: { disabled: true, actor: 'box office', reason: 'The list of codes is on a website of others.' },
  },
});

export const invalidVoucherBatch: InvalidAnswer = {
  name: 'InvalidVoucherBatch',
  when: 'The catalogue has a batch of this name, a product is not of the catalogue, or the period is empty (our addition).',
  examples: {
    name: [{ path: 'name', code: 'unique', messageKey: 'voucherBatchExists' }],
    product: [{ path: 'products[0]', code: 'regex', messageKey: 'unknownSubject' }],
    period: [{ path: 'validUntil', code: 'choice', messageKey: 'voucherPeriod' }],
  },
};

export type BatchResource = z.output<typeof voucherBatchSchema>;

/** `used`: undefined: no code is used. */
export function batchResource(batch: StoredBatch, used: UsedCodes | undefined): BatchResource {
  const { catalogId: catalog, products, validFrom, validUntil } = batch;
  return {
    '@id': addresses.voucherBatch(catalog, batch.id),
    '@type': 'VoucherBatch',
    id: batch.id,
    name: batch.name,
    number: batch.number,
    prefix: batch.prefix,
    kind: batch.kind,
    value: batch.value,
    products: products?.map((product) => addresses.product(catalog, product)) ?? null,
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    minimumAmountInclTax: batch.minimumAmount,
    disabled: batch.disabled,
    heldCodes: used?.held ?? 0,
    orderedCodes: used?.ordered ?? 0,
    actor: batch.actor,
    reason: batch.reason,
    createdAt: batch.createdAt.toISOString(),
    changedAt: batch.changedAt.toISOString(),
  };
}
