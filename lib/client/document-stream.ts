export interface StreamRules {
  maximumBytes: number;
  /** The end of the connection may not be the end of the file, so the file must contain its end mark. */
  mayEndEarly: boolean;
  /** Waits for the other server within the time limit. */
  waitFor: <Result>(read: Promise<Result>) => Promise<Result>;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

// The start and the end mark of a PDF (ISO 32000-1 §7.5.2, §7.5.5); readers look for the end mark in the last
// 1024 bytes.
const firstBytes = Buffer.from('%PDF-');
const lastBytes = Buffer.from('%%EOF');
const tailBytes = 1024;

/**
 * Passes a PDF on piece by piece. Null when it is not a PDF. Rejects when it breaks off before its start was
 * seen. If it breaks off later, the stream errors, so that an incomplete file never looks complete.
 */
export async function checkedBody(
  body: ReadableStream<Uint8Array>,
  rules: StreamRules,
): Promise<ReadableStream<Uint8Array> | null> {
  const reader: Reader = body.getReader();
  const start = await readStart(reader, rules);
  if (start !== null) return passOn(start, reader, rules);
  await reader.cancel();
  return null;
}

async function readStart(reader: Reader, { waitFor }: StreamRules): Promise<Buffer | null> {
  let start = Buffer.alloc(0);
  while (start.length < firstBytes.length) {
    const { done, value } = await waitFor(reader.read());
    if (done) return null;
    start = Buffer.concat([start, value]);
  }
  return start.subarray(0, firstBytes.length).equals(firstBytes) ? start : null;
}

function passOn(start: Buffer, reader: Reader, rules: StreamRules): ReadableStream<Uint8Array> {
  let passed = 0;
  let tail = Buffer.alloc(0);
  const pass = (controller: ReadableStreamDefaultController<Uint8Array>, piece: Uint8Array): boolean => {
    passed += piece.length;
    if (passed > rules.maximumBytes) return false;
    if (rules.mayEndEarly) tail = Buffer.concat([tail, piece.subarray(-tailBytes)]).subarray(-tailBytes);
    controller.enqueue(piece);
    return true;
  };
  const tooLarge = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.error(new Error('the document is too large'));
    await reader.cancel();
  };
  return new ReadableStream<Uint8Array>({
    start: async (controller) => {
      if (!pass(controller, start)) await tooLarge(controller);
    },
    pull: async (controller) => {
      const { done, value } = await rules.waitFor(reader.read());
      if (!done) {
        if (!pass(controller, value)) await tooLarge(controller);
        return;
      }
      if (rules.mayEndEarly && !tail.includes(lastBytes)) throw new Error('the document broke off');
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
