/** The whole body of a response; null as soon as it has more than `maximumBytes`: then the rest is not read. */
export async function readBounded(
  body: AsyncIterable<unknown> | null,
  maximumBytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body consists of bytes');
    size += chunk.byteLength;
    if (size > maximumBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
