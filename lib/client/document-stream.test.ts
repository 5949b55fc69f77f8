import { describe, expect, it } from 'vitest';
import { checkedBody } from './document-stream';

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
}

async function pass(pieces: string[], rules: { mayEndEarly?: boolean; maximumBytes?: number } = {}) {
  const body = await checkedBody(streamOf(...pieces), {
    maximumBytes: 10_000,
    mayEndEarly: false,
    waitFor: (read) => read,
    ...rules,
  });
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('the end of a file without a declared length', () => {
  const mayEndEarly = true;
  it('is found by the end mark, into whatever pieces the file was cut', async () => {
    const file = `%PDF-1.7 ${'x'.repeat(3_000)}\n%%EOF\n`;
    expect(await pass([file], { mayEndEarly })).toBe(file);
    const cut = file.indexOf('%%EOF') + 2;
    expect(await pass([file.slice(0, cut), file.slice(cut)], { mayEndEarly })).toBe(file);
  });

  it.each([['%PDF-1.7 and the first half'], [`%PDF-1.7 %%EOF${'x'.repeat(2_000)}`]])(
    'is not found if the connection only broke off',
    async (file) => {
      await expect(pass([file], { mayEndEarly })).rejects.toThrow('broke off');
      expect(await pass([file])).toBe(file);
    },
  );
});

describe('a file', () => {
  it('is recognized by its first bytes, in one piece or in many', async () => {
    expect(await pass(['%P', 'D', 'F-1.7'])).toBe('%PDF-1.7');
    expect(await pass(['<!doctype html>'])).toBeNull();
    expect(await pass(['%P'])).toBeNull();
  });

  it.each([[['%PDF-1.7']], [['%PDF-', '1.7']]])('that is too large breaks off: %j', async (pieces) => {
    await expect(pass(pieces, { maximumBytes: 6 })).rejects.toThrow('too large');
    expect(await pass(pieces, { maximumBytes: 8 })).toBe('%PDF-1.7');
  });
});
