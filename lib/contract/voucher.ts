import { z } from 'zod';
import { actorSchema, reasonSchema } from './catalog-override';
import { idSchema, iriOf, iriSchema } from './iri';
import { maximumReservations } from './order';
import { maximumQuantity, maximumTickets, reservationSchema } from './reservation';
import { typedText } from './typed-text';
import { amountSchema, boundedList, instantSchema } from './values';

// Vouchers are our addition to the specification.

export const voucherKinds = ['percentage', 'amount'] as const;

/** `balance`: a gift card, which was bought, and is used in parts. */
export const storedVoucherKinds = [...voucherKinds, 'balance'] as const;

/** Why a voucher can't be used now. */
export const voucherRefusals = [
  'UNKNOWN',
  'DISABLED',
  'NOT_YET_VALID',
  'EXPIRED',
  'USED_UP',
  'NOT_FOR_PRODUCTS',
  'BELOW_MINIMUM',
] as const;

/** Why a request about vouchers changed nothing; `CHANGED`: the reservations are not those that the client has read. */
export const unchangedReasons = [...voucherRefusals, 'CHANGED'] as const;

/** A code as it is compared: without spaces, hyphens, dots and underscores, in capitals. */
export function comparableCode(code: string): string {
  return typedText(code)
    .replaceAll(/[ ._-]/g, '')
    .toUpperCase();
}

/** Whether both are the same code, however they are written; null and an empty one are none. */
export const isSameCode = (one: string | null, other: string | null): boolean =>
  comparableCode(one ?? '') === comparableCode(other ?? '');

const longestCode = 60;

const codeSchema = z
  .string()
  .overwrite(typedText)
  .max(longestCode)
  .refine(
    (code) => /^[A-Z0-9]{4,40}$/.test(comparableCode(code)),
    '4 to 40 letters (A–Z) and digits; spaces, hyphens, dots and underscores do not count',
  );

const isPositive = (amount: string) => /^(?!0+\.00$)\d/.test(amount);
const positiveAmount = amountSchema.refine(isPositive, 'an amount above 0.00');

/** When and for what total a code can be used. A `null` is no limit. */
export const terms = {
  validFrom: instantSchema.nullable().optional().meta({ description: 'By the clock of the service.' }),
  validUntil: instantSchema
    .nullable()
    .optional()
    .meta({ description: 'The first moment when it is not valid.' }),
  minimumAmountInclTax: positiveAmount
    .nullable()
    .optional()
    .meta({ description: 'What the tickets that it is for must cost together, before the discount.' }),
};

/** What can be changed later. A `null` is no limit. */
const limits = { ...terms, maximumUses: z.int().positive().max(1_000_000).nullable().optional() };

export const why = {
  actor: actorSchema.meta({ description: 'Who makes the change.' }),
  reason: reasonSchema.meta({ description: 'Why.' }),
};

/** What a code takes off, and from what. */
export const discount = {
  kind: z.enum(voucherKinds),
  value: positiveAmount.meta({ description: 'A percentage of at most 100.00, or an amount in EUR.' }),
  products: boundedList(iriOf('TicketingProduct'), { least: 1, most: 100 })
    .nullable()
    .optional()
    .meta({ description: 'null: all products of the catalogue.' }),
};

export const isPossibleDiscount = ({ kind, value }: { kind: string; value: string }) =>
  kind === 'amount' || Number(value) <= 100;
export const impossibleDiscount = { path: ['value'], error: 'a percentage of at most 100.00' };

/** The body of POST …/vouchers. */
export const voucherInput = z
  .object({
    code: codeSchema,
    ...discount,
    complimentary: z.boolean().optional().meta({
      description:
        'Tickets are given with it: 100.00 percent, and only who asks for a complimentary code can apply it.',
    }),
    ...limits,
    ...why,
  })
  .refine(isPossibleDiscount, impossibleDiscount)
  .refine(
    ({ complimentary, kind, value }) => !complimentary || (kind === 'percentage' && value === '100.00'),
    {
      path: ['complimentary'],
      error: '100.00 percent',
    },
  );

/** What a voucher keeps. Its customers know it under the code, with the terms that were made known. */
export const fixedMembers = ['code', 'kind', 'value', 'products'] as const;

const fixed = z.unknown().optional().meta({ description: 'It can’t be changed: 422.' });

/** The body of PATCH …/vouchers/{id}: a member that is left out stays as it is. */
export const voucherPatch = z.object({
  code: fixed,
  kind: fixed,
  value: fixed,
  products: fixed,
  ...limits,
  disabled: z.boolean().optional(),
  unchangedSince: instantSchema.optional().meta({
    description: 'The `changedAt` that was read: if the voucher was changed after it, the change is refused.',
  }),
  ...why,
});

/** A voucher, as those who manage it read it. */
export const voucherSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('Voucher'),
  id: idSchema,
  code: z.string(),
  kind: z.enum(storedVoucherKinds).meta({ description: '`balance`: a gift card that was bought.' }),
  value: amountSchema,
  remainingInclTax: amountSchema
    .nullable()
    .optional()
    .meta({ description: 'What is left of a balance now; null: it has none.' }),
  soldIn: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The booking number of the order in which a balance was bought; null: none.' }),
  complimentary: z.boolean().optional().meta({ description: 'Tickets are given with it.' }),
  batch: iriOf('VoucherBatch')
    .nullable()
    .optional()
    .meta({ description: 'The batch with which it was made; null: it was made alone.' }),
  usedIn: z.string().nullable().optional().meta({
    description: 'Of a code of a batch: the booking number of the order that used it; null: none has.',
  }),
  products: z.array(iriOf('TicketingProduct')).nullable(),
  validFrom: instantSchema.nullable(),
  validUntil: instantSchema.nullable(),
  maximumUses: z.int().nullable(),
  minimumAmountInclTax: amountSchema.nullable(),
  disabled: z.boolean(),
  heldUses: z.int().meta({ description: 'Uses by reservations that are held now.' }),
  orderedUses: z.int().meta({ description: 'Uses by orders, cancelled or not.' }),
  actor: z.string().meta({ description: 'Who changed it last.' }),
  reason: z.string().meta({ description: 'Why it was changed last.' }),
  createdAt: instantSchema,
  changedAt: instantSchema,
});

const reservations = boundedList(iriOf('BookingReservation'), { least: 1, most: maximumReservations }).meta({
  description: 'All reservations of the purchase that are of one catalogue: together they are one use.',
});

const versions = boundedList(z.int().nonnegative(), { least: 1, most: maximumReservations })
  .optional()
  .meta({
    description:
      'The `version` of each reservation, in their order, as it was read: if one was changed since, nothing is changed, ' +
      'and the refusal is CHANGED. So a request that arrives late changes nothing.',
  });

const hasAllVersions = (input: { reservations: string[]; versions?: number[] | undefined }) =>
  input.versions === undefined || input.versions.length === input.reservations.length;
const oneForEach = { path: ['versions'], error: 'one for each reservation' };

const replaces = boundedList(iriOf('BookingOrderItemTicket'), {
  least: 1,
  most: maximumQuantity * maximumTickets,
})
  .optional()
  .meta({
    description:
      'Tickets for which the reservations are to be exchanged: if they have this voucher, its use goes on, also when the ' +
      'voucher has no use left or has ended. Then they can be ordered only in exchange for these tickets.',
  });

/** The body of POST /v1/booking/reservations/_apply-voucher. */
export const applyVoucherInput = z
  .object({
    code: z.string().overwrite(typedText).max(longestCode),
    reservations,
    versions,
    replaces,
    complimentary: z.boolean().optional().meta({
      description: 'Staff give these tickets: only then a code that is complimentary is known.',
    }),
  })
  .refine(hasAllVersions, oneForEach);

/** The body of POST /v1/booking/reservations/_remove-voucher. */
export const removeVoucherInput = z.object({ reservations, versions }).refine(hasAllVersions, oneForEach);

/** The reservations as they are after the call. */
export const voucherResultSchema = z.object({
  '@id': z.string().meta({ format: 'uri-reference' }),
  '@type': z.literal('VoucherResult'),
  refusal: z
    .enum(unchangedReasons)
    .nullable()
    .meta({ description: 'null: it was done. Else nothing changed.' }),
  message: z.string().nullable().meta({ description: 'The refusal in words.' }),
  minimumAmountInclTax: amountSchema
    .nullable()
    .optional()
    .meta({ description: 'After BELOW_MINIMUM: what the tickets that it is for must cost together.' }),
  discountInclTax: amountSchema.meta({ description: 'What is taken off all these reservations.' }),
  reservations: z.array(reservationSchema),
});

export type Voucher = z.output<typeof voucherSchema>;
export type VoucherKind = (typeof storedVoucherKinds)[number];
export type UnchangedReason = (typeof unchangedReasons)[number];
export type VoucherRefusal = (typeof voucherRefusals)[number];
export type VoucherInput = z.output<typeof voucherInput>;
export type VoucherPatch = z.output<typeof voucherPatch>;
export type ApplyVoucherInput = z.output<typeof applyVoucherInput>;
export type RemoveVoucherInput = z.output<typeof removeVoucherInput>;
