import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A piece of text on a page, in points from the bottom left. */
export interface PlacedText {
  page: number;
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

/** The pieces of text of a PDF in the order in which they are drawn. */
export async function placedTexts(bytes: Uint8Array): Promise<PlacedText[]> {
  // Only tests that read a file load this library, because loading takes as long as all other imports.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => (await pdf.getPage(i + 1)).getTextContent()),
  );
  await pdf.destroy();
  return pages.flatMap(({ items }, page) =>
    items.flatMap((item) => {
      if (!('str' in item)) return [];
      const [, , , size, x, y] = (item.transform as unknown[]).map(Number);
      return [{ page, text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, size: size ?? 0 }];
    }),
  );
}

/** The text of a PDF's pages, with single spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  return (await placedTexts(bytes))
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** A page as a PNG, drawn by poppler with so many pixels for each point. */
export async function pdfPicture(bytes: Uint8Array, scale: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    await writeFile(join(folder, 'a.pdf'), bytes);
    const args = ['-r', String(72 * scale), '-f', '1', '-l', '1', '-png', '-singlefile'];
    await promisify(execFile)('pdftoppm', [...args, join(folder, 'a.pdf'), join(folder, 'a')]);
    return await readFile(join(folder, 'a.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
