import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { hashLink } from '../../tokens';

/**
 * The name of an entry in its links. It is made from the identifier with the key of all mailed links, so that each
 * e-mail about an entry has the same link, and the database has none.
 */
export function entryLink(id: string, secret: string): string {
  return `${id}.${hashLink(`waiting list ${id}`, secret)}`;
}

/** The identifier of the entry that a link names; null if we did not make that link. */
export function entryOfLink(link: string, secret: string): string | null {
  const [id = '', ...rest] = link.split('.');
  if (!z.guid().safeParse(id).success || rest.length !== 1) return null;
  const [own, given] = [entryLink(id, secret), link].map((text) => Buffer.from(text));
  if (own === undefined || given?.length !== own.length) return null;
  return timingSafeEqual(own, given) ? id : null;
}
