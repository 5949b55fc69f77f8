import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { bodyOf } from './read-body';

/** The fields of a form that was sent; empty if it can't be read, because what is no form has no values to keep. */
export async function sentForm(request: IncomingMessage): Promise<FormData> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const sent = new Response(new Uint8Array(bodyOf(request) ?? (await buffer(request))), { headers });
  return sent.formData().catch(() => new FormData());
}
