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
    const refused = await outcomes([renderer.render({ ...sheet, bookingNumber: 'EXIT' })]);
    expect(refused).toEqual([[503, '5']]);
    expect(isPdf(await renderer.render(sheet))).toBe(true);
  });

  it('renders documents that waited when the thread exited over another one', async () => {
    renderer = pdfRenderer({ worker: exiting });
    const rendering = [renderer.render({ ...sheet, bookingNumber: 'EXIT' }), renderer.render(sheet)];
    expect(await outcomes(rendering)).toEqual([[503, '5'], true]);
  });

  it('answers 503 with Retry-After when the maximum number of documents already wait', async () => {
    renderer = pdfRenderer({ mostWaiting: 2 });
    const rendering = Array.from({ length: 6 }, () => renderer.render(sheet));
    const found = await outcomes(rendering);
    expect(found.slice(0, 2)).toEqual([true, true]);
    expect(found.slice(3)).toEqual([
      [503, '5'],
      [503, '5'],
      [503, '5'],
    ]);
    expect(isPdf(await renderer.render(sheet))).toBe(true);
  });

  it('throws the error of a document, and renders the next one in the same thread', async () => {
    renderer = pdfRenderer();
    await expect(renderer.render({ ...sheet, timezone: 'Europe/Nowhere' })).rejects.toThrow('Europe/Nowhere');
    expect(isPdf(await renderer.render(sheet))).toBe(true);
  });

  it('renders again after its thread was idle and ended', async () => {
    renderer = pdfRenderer({ idleSeconds: 0.01 });
    expect(isPdf(await renderer.render(sheet))).toBe(true);
    await expect.poll(() => renderer.threads(), { timeout: 5_000 }).toBe(0);
    expect(isPdf(await renderer.render(sheet))).toBe(true);
  });
});
