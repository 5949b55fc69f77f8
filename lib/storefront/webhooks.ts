import { receiveWebhook } from '../checkout/webhooks';
import { getRuntime } from '../runtime/runtime';

const maximumBytes = 256 * 1024;

/** Stores a webhook that is authentic, and wakes the worker; else the status to answer with. */
export async function takeWebhook(
  body: ReadableStream<Uint8Array> | null,
  signature: string | null,
): Promise<'stored' | 400 | 413> {
  const text = await readText(body);
  if (text === null) return 413;
  const { rooms, worker } = await getRuntime();
  const received = await receiveWebhook(rooms, text, signature);
  if (received.kind === 'refused') return 400;
  worker.wake();
  return 'stored';
}

/** Null when it is longer than any webhook. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maximumBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
