import { afterEach, describe, expect, it } from 'vitest';
import { documentSheet } from '@/testing/ticketing-service/ticket-sheet';
import { HttpProblem } from '../http/problem';
import { type PdfRenderer, pdfRenderer } from './pdf-renderer';

const sheet = documentSheet();
const exiting = new URL('../../testing/ticketing-service/exiting-worker.ts', import.meta.url);

let renderer: PdfRenderer;
afterEach(() => renderer.close());

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';

/** The status and the Retry-After of each document that was refused, null for one that was rendered. */
async function outcomes(rendering: readonly Promise<Uint8Array>[]): Promise<unknown[]> {
  return Promise.all(
    rendering.map((one) =>
      one.then(isPdf, (error: unknown) => {
        if (!(error instanceof HttpProblem)) throw error;
        return [error.status, error.headers['retry-after']];
      }),
    ),
  );
}

describe('the renderer of documents', () => {
  it('answers 503 with Retry-After for the document over which the thread exited, and renders the next one', async () => {
    renderer = pdfRenderer({ worker: exiting });
    const refused = await outcomes([renderer.render({ ...sheet, bookingNumber: 'EXIT' }, 'one')]);
    expect(refused).toEqual([[503, '5']]);
    expect(isPdf(await renderer.render(sheet, 'one'))).toBe(true);
  });

  it('renders documents that waited when the thread exited over another one', async () => {
    renderer = pdfRenderer({ worker: exiting });
    const rendering = [
      renderer.render({ ...sheet, bookingNumber: 'EXIT' }, 'one'),
      renderer.render(sheet, 'one'),
    ];
    expect(await outcomes(rendering)).toEqual([[503, '5'], true]);
  });

  it('ends a document that takes too long, and renders those of other organizations before more of the same', async () => {
    renderer = pdfRenderer({ worker: exiting, mostSeconds: 3 });
    // The thread loads its modules before its time is measured by a document that takes too long.
    await expect
      .poll(() => renderer.render(sheet, 'warm').then(isPdf, () => false), { timeout: 60_000 })
      .toBe(true);
    const ended: string[] = [];
    const noting = (name: string, rendering: Promise<Uint8Array>) =>
      rendering.finally(() => ended.push(name));
    const endless = { ...sheet, bookingNumber: 'LOOP' };
    const rendering = [
      noting('first', renderer.render(endless, 'one')),
      noting('second', renderer.render(endless, 'one')),
      noting('other', renderer.render(endless, 'other')),
    ];
    expect(await outcomes(rendering)).toEqual([
      [503, '5'],
      [503, '5'],
      [503, '5'],
    ]);
    expect(ended).toEqual(['first', 'other', 'second']);
  });

  it('answers 503 with Retry-After when the maximum number of documents already wait', async () => {
    renderer = pdfRenderer({ mostWaiting: 2 });
    const rendering = Array.from({ length: 6 }, () => renderer.render(sheet, 'one'));
    const found = await outcomes(rendering);
    expect(found.slice(0, 2)).toEqual([true, true]);
    expect(found.slice(3)).toEqual([
      [503, '5'],
      [503, '5'],
      [503, '5'],
    ]);
    expect(isPdf(await renderer.render(sheet, 'one'))).toBe(true);
  });

  it('throws the error of a document, and renders the next one in the same thread', async () => {
    renderer = pdfRenderer();
    await expect(renderer.render({ ...sheet, timezone: 'Europe/Nowhere' }, 'one')).rejects.toThrow(
      'Europe/Nowhere',
    );
    expect(isPdf(await renderer.render(sheet, 'one'))).toBe(true);
  });

  it('renders again after its thread was idle and ended', async () => {
    renderer = pdfRenderer({ idleSeconds: 0.01 });
    expect(isPdf(await renderer.render(sheet, 'one'))).toBe(true);
    await expect.poll(() => renderer.threads(), { timeout: 5_000 }).toBe(0);
    expect(isPdf(await renderer.render(sheet, 'one'))).toBe(true);
  });
});
