import { inPieces } from '../http/in-pieces';
import { HttpProblem, notFound } from '../http/problem';
import type { LocalStorage } from './document-storage';

/** Answers at a signed address. It needs no token: the signature is the permission. */
export async function serveFile(storage: LocalStorage, url: URL, now: Date): Promise<Response> {
  const found = await storage.fetch(url, now);
  if (found === 'unknown') throw notFound();
  if (found === 'expired') throw new HttpProblem(403, 'This address has expired.');
  return inPieces(Uint8Array.from(found), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="tickets.pdf"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
