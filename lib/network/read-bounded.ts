/** The whole body of a message; null as soon as it has more than `maximumBytes`: then the rest is not read. */
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

/** What `work` resolves to, or `late` after so many seconds. */
export async function inTime<Result>(work: Promise<Result>, seconds: number): Promise<Result | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, 'late');
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
