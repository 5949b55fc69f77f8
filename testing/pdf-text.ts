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
