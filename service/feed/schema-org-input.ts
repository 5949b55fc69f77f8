import { z } from 'zod';
import { type Feed, feedSchema } from '@/lib/contract/feed';
import { complaintsOf, jsonPath } from '../http/complaints';
import { type Complaint, InvalidRequest } from '../http/problem';
import { readSchemaOrg } from './schema-org';
import type { Note } from './schema-org-spot';

const inputSchema = z.strictObject({ catalog: feedSchema.shape.catalog, schemaOrg: z.unknown() });

/** True for schema.org Events beside the catalogue that they are for, rather than a feed in our own format. */
export function isSchemaOrg(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'schemaOrg' in body;
}

/**
 * The feed that schema.org Events make, and what of them was left out or guessed: the first of it, and how much in all.
 * Throws 422 with the JSON paths of what can't be read. Yields often.
 */
export function* readSchemaOrgFeed(
  body: unknown,
): Generator<undefined, { feed: Feed; warnings: Note[]; warningCount: number }> {
  const input = inputSchema.safeParse(body);
  if (!input.success) throw new InvalidRequest(complaintsOf(input.error, jsonPath));
  const read = yield* readSchemaOrg(input.data.schemaOrg, input.data.catalog);
  const inBody = ({ path, message }: Note) => ({ path: path.replace(/^\$/, '$.schemaOrg'), message });
  if (!read.ok) {
    const complaints = read.errors.map(inBody).map(({ path, message }): Complaint => ({
      path,
      code: 'regex',
      detail: message,
    }));
    throw new InvalidRequest(complaints, read.errorCount);
  }
  return { feed: read.feed, warnings: read.warnings.map(inBody), warningCount: read.warningCount };
}
