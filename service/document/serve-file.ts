import { inPieces } from '../http/in-pieces';
import { HttpProblem, notFound } from '../http/problem';
import type { DocumentStorage } from './document-storage';

interface ServeFileContext {
  documents: Pick<DocumentStorage, 'keyAt'>;
  /** The file with a key; a missing file is rendered again. Null if there is no such document. */
  read: (key: string) => Promise<Uint8Array | null>;
  now: () => Date;
}

/** Serves a file at a signed address. It needs no token: the signature is the permission. */
export async function serveFile({ documents, read, now }: ServeFileContext, url: URL): Promise<Response> {
  const found = documents.keyAt(url, now());
  if (found === 'unknown') throw notFound();
  if (found === 'expired') throw new HttpProblem(403, 'This address has expired.');
  const bytes = await read(found.key);
  if (bytes === null) throw notFound();
  return inPieces(Uint8Array.from(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="tickets.pdf"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
