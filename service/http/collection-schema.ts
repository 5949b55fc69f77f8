import type { z } from 'zod';
import { collectionSchema } from '@/lib/contract/collection';
import { nameOf } from './named-schema';

/** The envelope of a list with members of this schema, which has an id. */
export function collectionOf(member: z.ZodType) {
  const read = collectionSchema(member);
  return read.extend({ view: read.shape.view.unwrap() }).meta({
    id: `${nameOf(member)}Collection`,
    description: `One page of a list of ${nameOf(member)} (§2.1).`,
  });
}
