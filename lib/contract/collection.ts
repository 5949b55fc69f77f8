import { z } from 'zod';

const pathSchema = z.string().meta({ format: 'uri-reference' });

const viewSchema = z
  .object({
    '@id': pathSchema,
    '@type': z.literal('PartialCollectionView'),
    first: pathSchema.optional(),
    last: pathSchema.optional(),
    next: pathSchema.optional(),
    previous: pathSchema.optional(),
  })
  .meta({
    id: 'PartialCollectionView',
    description: 'Which page this is; the other addresses are there when there are more pages (§2.1).',
  });

const searchSchema = z
  .object({
    '@type': z.literal('IriTemplate'),
    template: z.string(),
    variableRepresentation: z.string(),
    mapping: z.array(
      z
        .object({
          '@type': z.literal('IriTemplateMapping'),
          variable: z.string(),
          property: z.string().nullable(),
          required: z.boolean(),
        })
        .meta({ id: 'IriTemplateMapping', description: 'One filter of the list (§2.1).' }),
    ),
  })
  .meta({ id: 'IriTemplate', description: 'The filters of the list (§2.1).' });

/** The envelope of every list (specification §2.1). `view` is optional when reading: other servers may omit it. */
export function collectionSchema<Member extends z.ZodType>(member: Member) {
  return z.object({
    '@id': pathSchema,
    '@type': z.literal('Collection'),
    totalItems: z.int().nonnegative().meta({ description: 'Of all pages.' }),
    member: z.array(member).meta({ description: 'The items of this page.' }),
    view: viewSchema.optional(),
    search: searchSchema.optional(),
  });
}

export type CollectionView = z.infer<typeof viewSchema>;
export type CollectionSearch = z.infer<typeof searchSchema>;

/** One page of a list, as it is sent. */
export type Collection<Member> = z.infer<ReturnType<typeof collectionSchema<z.ZodType<Member>>>> & {
  '@context': string;
  view: CollectionView;
};
