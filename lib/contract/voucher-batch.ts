import { z } from 'zod';
import { idSchema, iriOf, iriSchema } from './iri';
import { storedLine } from './stored-text';
import { typedText } from './typed-text';
import { amountSchema, instantSchema } from './values';
import {
  comparableCode,
  discount,
  impossibleDiscount,
  isPossibleDiscount,
  terms,
  voucherKinds,
  why,
} from './voucher';

// Batches of vouchers are our addition to the specification.

/**
 * How many codes one batch can have. They are written by one statement, in a fraction of a second, and read as one file; a
 * larger campaign has several batches, whose names tell them apart.
 */
export const mostCodes = 5_000;

const prefixSchema = z
  .string()
  .overwrite(typedText)
  .max(24)
  .refine(
    (prefix) => /^[A-Z0-9]{0,20}$/.test(comparableCode(prefix)),
    'at most 20 letters (A–Z) and digits, with spaces, hyphens, dots and underscores between them',
  );

/** The body of POST …/voucher_batches. */
export const voucherBatchInput = z
  .object({
    name: storedLine().min(1).max(100).meta({ description: 'Unique in the catalogue.' }),
    number: z.int().min(1).max(mostCodes).meta({ description: 'How many codes.' }),
    prefix: prefixSchema.optional().meta({ description: 'What each code begins with.' }),
    ...discount,
    ...terms,
    ...why,
  })
  .refine(isPossibleDiscount, impossibleDiscount);

/** The body of PATCH …/voucher_batches/{id}. */
export const voucherBatchPatch = z.object({
  disabled: z.boolean().meta({ description: 'Of all codes of the batch.' }),
  ...why,
});

/** A batch of codes, as those who manage it read it. */
export const voucherBatchSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('VoucherBatch'),
  id: idSchema,
  name: z.string(),
  number: z.int().meta({ description: 'How many codes it has.' }),
  prefix: z.string(),
  kind: z.enum(voucherKinds),
  value: amountSchema,
  products: z.array(iriOf('TicketingProduct')).nullable(),
  validFrom: instantSchema.nullable(),
  validUntil: instantSchema.nullable(),
  minimumAmountInclTax: amountSchema.nullable(),
  disabled: z.boolean().meta({ description: 'All of its codes were disabled together.' }),
  heldCodes: z.int().meta({ description: 'How many codes reservations have that are held now.' }),
  orderedCodes: z.int().meta({ description: 'How many codes orders have, cancelled or not.' }),
  actor: z.string().meta({ description: 'Who changed it last.' }),
  reason: z.string().meta({ description: 'Why it was changed last.' }),
  createdAt: instantSchema,
  changedAt: instantSchema,
});

export type VoucherBatch = z.output<typeof voucherBatchSchema>;
export type VoucherBatchInput = z.output<typeof voucherBatchInput>;
export type VoucherBatchPatch = z.output<typeof voucherBatchPatch>;
