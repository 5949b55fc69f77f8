import { z } from 'zod';

const pathSchema = z.string().meta({ format: 'uri-reference' });

const viewSchema = z.object({
  '@id': pathSchema,
  '@type': z.literal('PartialCollectionView'),
  first: pathSchema.optional(),
  last: pathSchema.optional(),
  next: pathSchema.optional(),
  previous: pathSchema.optional(),
});

const searchSchema = z.object({
  '@type': z.literal('IriTemplate'),
  template: z.string(),
  variableRepresentation: z.string(),
  mapping: z.array(
    z.object({
      '@type': z.literal('IriTemplateMapping'),
      variable: z.string(),
      property: z.string().nullable(),
      required: z.boolean(),
    }),
  ),
});

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

/** One page of a list, as it goes over the wire. */
export interface Collection<Member> {
  '@context': string;
  '@id': string;
  '@type': 'Collection';
  totalItems: number;
  member: Member[];
  view: CollectionView;
  search?: CollectionSearch;
}
