import { z } from 'zod';
import { idSchema, iriSchema } from './iri';
import { instantSchema } from './values';

export const changeActions = ['import', 'set', 'remove', 'publish', 'adopt', 'release'] as const;

export type ChangeAction = (typeof changeActions)[number];

/** A line of the log of a catalogue: who changed what, when and why. */
export const catalogChangeSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('CatalogChange'),
  id: idSchema,
  at: instantSchema,
  actor: z.string(),
  action: z.enum(changeActions).meta({
    description:
      'An import, an override that was set or removed, a draft that was published, or that people (adopt) or feeds (release) change it from then on.',
  }),
  subject: iriSchema.meta({ description: 'The path of what was changed.' }),
  before: z.unknown().meta({ description: 'The override before it; null: none.' }),
  after: z
    .unknown()
    .meta({ description: 'The override after it, or the counts of an import or a draft; null: none.' }),
  reason: z.string().nullable(),
});

export type CatalogChange = z.infer<typeof catalogChangeSchema>;
