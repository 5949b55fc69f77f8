export interface BodyLimits {
  bytes: number;
  seconds: number;
}

/** The text of a body; 413 when it is longer than allowed, 408 when it takes longer: then nothing more is read of it. */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  { bytes, seconds }: BodyLimits,
): Promise<{ text: string } | 408 | 413> {
  if (body === null) return { text: '' };
  const reader = body.getReader();
  const late = new AbortController();
  // Whoever waits for the next piece is told that there is none. A body that fails then has been answered already.
  const stop = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => {
    late.abort();
    stop();
  }, seconds * 1000);
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > bytes) {
        stop();
        return 413;
      }
      chunks.push(part.value);
    }
    return late.signal.aborted ? 408 : { text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    clearTimeout(timer);
  }
}
