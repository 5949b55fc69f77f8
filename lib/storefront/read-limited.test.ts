import { expect, it } from 'vitest';
import { readLimited } from './read-limited';

/** A body that gives these pieces and then, unless it ends, nothing. */
function bodyOf(pieces: readonly string[], { ends = true } = {}) {
  const state = { read: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = pieces[state.read];
        state.read += 1;
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (ends) controller.close();
        else await new Promise(() => undefined);
      },
      cancel: () => {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

const limits = { bytes: 10, seconds: 5 };

it('reads a body as a whole, characters in two pieces too', async () => {
  expect(await readLimited(null, limits)).toEqual({ text: '' });
  expect(await readLimited(bodyOf(['12345', '67890']).stream, limits)).toEqual({ text: '1234567890' });
  const [first, second] = [new Uint8Array([0xc3]), new Uint8Array([0xa9])];
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(first);
      controller.enqueue(second);
      controller.close();
    },
  });
  expect(await readLimited(stream, limits)).toEqual({ text: 'é' });
});

it('reads no further than is allowed', async () => {
  const { state, stream } = bodyOf(Array.from({ length: 1_000 }, () => '123456'));
  expect(await readLimited(stream, limits)).toBe(413);
  expect(state).toEqual({ read: 2, cancelled: true });
});

it('does not wait for a client that stops sending', async () => {
  const { state, stream } = bodyOf(['1'], { ends: false });
  expect(await readLimited(stream, { bytes: 10, seconds: 0.05 })).toBe(408);
  expect(state.cancelled).toBe(true);
});

it('fails as the body does', async () => {
  const stream = new ReadableStream<Uint8Array>({
    pull: () => {
      throw new Error('the connection broke');
    },
  });
  await expect(readLimited(stream, limits)).rejects.toThrow('the connection broke');
});
