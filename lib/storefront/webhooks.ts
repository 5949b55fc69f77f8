import { receiveWebhook } from '../checkout/webhooks';
import { getRuntime } from '../runtime/runtime';
import { noteRefusal } from './note-refusal';
import { readLimited } from './read-limited';

/** More than any webhook has. */
const limits = { bytes: 256 * 1024, seconds: 30 };

/** Stores a webhook that is authentic, and wakes the worker; else the status to answer with. */
export async function takeWebhook(
  body: ReadableStream<Uint8Array> | null,
  signature: string | null,
): Promise<'stored' | 400 | 408 | 413> {
  const read = await readLimited(body, limits);
  if (typeof read === 'number') return read;
  const { rooms, worker } = await getRuntime();
  const received = await receiveWebhook(rooms, read.text, signature);
  if (received.kind === 'refused') {
    await noteRefusal({ event: 'access_refused', reason: 'webhook_signature' });
    return 400;
  }
  worker.wake();
  return 'stored';
}
