import { z } from 'zod';
import { type Feed, feedSchema } from '@/lib/contract/feed';
import { complaintsOf, jsonPath } from '../http/complaints';
import { InvalidRequest } from '../http/problem';
import { readSchemaOrg } from './schema-org';

const inputSchema = z.strictObject({ catalog: feedSchema.shape.catalog, schemaOrg: z.unknown() });

/** True for schema.org Events beside the catalogue that they are for, rather than a feed in our own format. */
export function isSchemaOrg(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'schemaOrg' in body;
}

/** The feed that schema.org Events make. Throws 422 with the JSON path of everything that can't be read. */
export function readSchemaOrgFeed(body: unknown): Feed {
  const input = inputSchema.safeParse(body);
  if (!input.success) throw new InvalidRequest(complaintsOf(input.error, jsonPath));
  const read = readSchemaOrg(input.data.schemaOrg, input.data.catalog);
  if ('errors' in read) {
    throw new InvalidRequest(
      read.errors.map(({ path, message }) => ({
        path: path.replace(/^\$/, '$.schemaOrg'),
        code: 'regex',
        detail: message,
      })),
    );
  }
  return read.feed;
}
