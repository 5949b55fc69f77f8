import { z } from 'zod';
import { extension } from './extension';
import { mostUnits } from './feed';
import { idSchema, iriSchema } from './iri';
import { isReduced, isTaxed, priceSchema, wrongOriginalPrice, wrongPriceExclTax } from './price';
import { typedWords } from './typed-text';
import { amountSchema, daySchema, instantSchema } from './values';

/**
 * What staff may set instead of what the issuer's feed says. `sales_stop`: an event, session or product is shown and not
 * sold. `capacity`: how many units a session or offer has. `price`: what the offers of a product cost from a day on.
 * `hidden`: the catalogue is not listed.
 */
export const overrideKinds = ['sales_stop', 'capacity', 'price', 'hidden'] as const;

export type OverrideKind = (typeof overrideKinds)[number];

/** Who makes a change, in the words of the client. */
export const actorSchema = z.string().overwrite(typedWords).min(1).max(100);
export const reasonSchema = z.string().overwrite(typedWords).min(1).max(500);

const subject = (what: string) =>
  iriSchema.max(300).meta({ description: `The path of ${what}.`, format: 'uri-reference' });

const exampleCatalog = '/v1/ticketing/catalogs/01970000-0000-7000-8000-000000000001';
const exampleProduct = `${exampleCatalog}/products/01970000-0000-7000-8000-000000000004`;
const exampleSession = `${exampleCatalog}/events/01970000-0000-7000-8000-000000000002/sessions/01970000-0000-7000-8000-000000000003`;

const why = {
  actor: actorSchema.meta({ description: 'Who makes the change.' }),
  reason: reasonSchema.meta({ description: 'Why.' }),
};

export const salesStopInput = z
  .object({ kind: z.literal('sales_stop'), subject: subject('the event, session or product'), ...why })
  .meta({
    id: 'SalesStopInput',
    ...extension('Closes the sales of an event, session or product.'),
    examples: {
      closed: {
        kind: 'sales_stop',
        subject: exampleProduct,
        actor: 'box office',
        reason: 'The boat is being repaired.',
      },
    },
  });

export const capacityInput = z
  .object({
    kind: z.literal('capacity'),
    subject: subject('the session or offer'),
    capacity: z.int().nonnegative().max(mostUnits).meta({ description: 'At least what is held and sold.' }),
    ...why,
  })
  .meta({
    id: 'CapacityInput',
    ...extension('Changes how many units a session or offer has.'),
    examples: {
      capacity: {
        kind: 'capacity',
        subject: exampleSession,
        capacity: 40,
        actor: 'box office',
        reason: 'Ten seats are repaired.',
      },
    },
  });

export const priceInput = z
  .object({
    kind: z.literal('price'),
    subject: subject('the product'),
    from: daySchema.meta({
      description: 'The first day of the offers that have this price; not in the past.',
    }),
    amountInclTax: priceSchema,
    originalAmountInclTax: priceSchema
      .nullable()
      .default(null)
      .meta({ description: 'The price before a reduction, above `amountInclTax`; null: there is none.' }),
    amountExclTax: priceSchema
      .nullable()
      .default(null)
      .meta({ description: 'Not above `amountInclTax`. Null: computed from the product’s tax rate.' }),
    ...why,
  })
  .refine(({ amountInclTax, originalAmountInclTax }) => isReduced(amountInclTax, originalAmountInclTax), {
    path: ['originalAmountInclTax'],
    error: wrongOriginalPrice,
  })
  .refine(({ amountInclTax, amountExclTax }) => isTaxed(amountInclTax, amountExclTax), {
    path: ['amountExclTax'],
    error: wrongPriceExclTax,
  })
  .meta({
    id: 'PriceInput',
    ...extension('Changes the price of a product from a day on.'),
    examples: {
      price: {
        kind: 'price',
        subject: exampleProduct,
        from: '2027-07-01',
        amountInclTax: '39.00',
        actor: 'box office',
        reason: 'Summer prices.',
      },
    },
  });

export const hiddenInput = z
  .object({ kind: z.literal('hidden'), subject: subject('the catalogue').optional(), ...why })
  .meta({
    id: 'HiddenInput',
    ...extension('Hides the catalogue.'),
    examples: {
      hidden: {
        kind: 'hidden',
        actor: 'box office',
        reason: 'The season is over.',
      },
    },
  });

export const overrideInput = z.discriminatedUnion('kind', [
  salesStopInput,
  capacityInput,
  priceInput,
  hiddenInput,
]);

export type OverrideInput = z.output<typeof overrideInput>;

export const removalInput = z.object(why).meta({
  id: 'OverrideRemovalInput',
  ...extension('Who removes an override, and why.'),
  examples: { removal: { actor: 'box office', reason: 'The repair is done.' } },
});

/** An override that is in force. */
export const overrideSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('CatalogOverride'),
  id: idSchema,
  kind: z.enum(overrideKinds),
  subject: iriSchema.meta({ description: 'The path of what it is about.' }),
  from: daySchema.nullable().meta({ description: 'Of a price: the first day of its offers.' }),
  amountInclTax: amountSchema.nullable(),
  originalAmountInclTax: amountSchema.nullable(),
  amountExclTax: amountSchema.nullable(),
  capacity: z.int().nullable(),
  feedCapacity: z
    .int()
    .nullable()
    .meta({ description: 'Of a capacity: what the issuer’s feed says; null: unlimited.' }),
  actor: z.string(),
  reason: z.string(),
  createdAt: instantSchema,
});

export type CatalogOverride = z.infer<typeof overrideSchema>;
