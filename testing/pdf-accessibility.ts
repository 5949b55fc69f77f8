import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type PDFOperatorList = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;
type StructTreeNode = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;

/** The elements of PDF/UA-1 that our documents use. */
const roles = ['Root', 'Document', 'Sect', 'H1', 'H2', 'P', 'Span', 'Figure', 'Table', 'TR', 'TH', 'TD'];

/** What in a PDF does not conform to PDF/UA-1, as far as a program can check it without veraPDF; empty if all does. */
export async function accessibilityFaults(bytes: Uint8Array): Promise<string[]> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const faults = [
    ...(await documentFaults(pdf)),
    ...objectFaults(Buffer.from(bytes).toString('latin1'), pdf.numPages),
  ];
  const headings: number[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    // Its type says that there always is one.
    const tree = (await page.getStructTree()) as StructTreeNode | null;
    const found = tree === null ? { faults: ['no tree'], contents: [], headings: [] } : treeFaults(tree);
    headings.push(...found.headings);
    const drawn = drawnContent(await page.getOperatorList(), OPS);
    const tagged = new Set(found.contents);
    faults.push(...[...found.faults, ...drawn.faults].map((fault) => `page ${number}: ${fault}`));
    if (tagged.size !== found.contents.length)
      faults.push(`page ${number}: content has two places in the tree`);
    if (drawn.marked.some((id) => !tagged.has(id)) || tagged.size !== new Set(drawn.marked).size) {
      faults.push(`page ${number}: the tree and the marked content differ`);
    }
  }
  if (headings[0] !== 1) faults.push('the first heading is not H1');
  if (headings.some((level, i) => level > (headings[i - 1] ?? 0) + 1))
    faults.push('a level of headings is left out');
  await pdf.destroy();
  return faults;
}

async function documentFaults(pdf: PDFDocumentProxy): Promise<string[]> {
  const found = await pdf.getMetadata();
  const { info } = found;
  // Its type says that there always are some.
  const metadata = found.metadata as typeof found.metadata | null;
  const title = 'Title' in info ? info.Title : undefined;
  const preferences: unknown = await pdf.getViewerPreferences();
  const mark = await pdf.getMarkInfo();
  return [
    ...(metadata?.get('pdfuaid:part') === '1' ? [] : ['the metadata name no PDF/UA']),
    ...(typeof title === 'string' && title !== '' && metadata?.get('dc:title') === title ? [] : ['no title']),
    ...(mark?.Marked === true && !mark.Suspects ? [] : ['it is not marked as tagged']),
    ...(JSON.stringify(preferences).includes('"DisplayDocTitle":true') ? [] : ['windows show no title']),
    ...('Language' in info && typeof info.Language === 'string' ? [] : ['no language']),
  ];
}

/** What only the objects of the file show; ours are not compressed. */
function objectFaults(file: string, pages: number): string[] {
  const count = (pattern: RegExp) => file.match(pattern)?.length ?? 0;
  const fonts = count(/\/Subtype \/Type0/g);
  const equal: [string, number, number][] = [
    ['fonts with a ToUnicode map', count(/\/ToUnicode \d+ 0 R/g), fonts],
    ['embedded fonts', count(/\/FontFile[23] \d+ 0 R/g), fonts],
    ['fonts', count(/\/Type \/Font\n/g), 2 * fonts],
    ['TrueType fonts with a map of glyphs', count(/\/CIDToGIDMap \/Identity/g), count(/\/CIDFontType2/g)],
    ['pages whose tab order is that of the tree', count(/\/Tabs \/S\b/g), pages],
    ['pages with a key in the tree', count(/\/StructParents \d+/g), pages],
    ['pictures with a box', count(/\/BBox \[/g), count(/\/S \/Figure/g)],
    [
      'sets of characters, encryptions, annotations and scripts',
      count(/\/(?:CIDSet|Encrypt|Annots|JS)\b/g),
      0,
    ],
    ['elements below the root', count(/\/S \/Document\b/g), 1],
  ];
  return equal.flatMap(([what, found, expected]) =>
    found === expected ? [] : [`${what}: ${found}, not ${expected}`],
  );
}

function treeFaults(tree: StructTreeNode): { faults: string[]; contents: string[]; headings: number[] } {
  const faults: string[] = [];
  const contents: string[] = [];
  const headings: number[] = [];
  const visit = (node: StructTreeNode) => {
    if (!roles.includes(node.role)) faults.push(`the role ${node.role}`);
    if (/^H\d$/.test(node.role)) headings.push(Number(node.role.slice(1)));
    if (node.role === 'Figure' && !('alt' in node && node.alt !== ''))
      faults.push('a picture without a text');
    if (node.children.length === 0) faults.push(`an empty ${node.role}`);
    for (const child of node.children) {
      if ('role' in child) visit(child);
      else contents.push(child.id.replace(/^.*_mc/, ''));
    }
  };
  visit(tree);
  return { faults, contents, headings };
}

/** Everything that is drawn must be marked, with a place in the tree or as a decoration; no glyph may be missing. */
function drawnContent(
  { fnArray, argsArray }: PDFOperatorList,
  OPS: Record<string, number>,
): { faults: string[]; marked: string[] } {
  const faults = new Set<string>();
  const marked: string[] = [];
  const open: boolean[] = [];
  const painting = ['stroke', 'fill', 'eoFill', 'fillStroke', 'showText', 'paintImageXObject', 'shadingFill'];
  const paints = new Set(painting.map((name) => OPS[name]));
  fnArray.forEach((operator, i) => {
    const args: unknown = argsArray[i];
    if (operator === OPS['beginMarkedContent'] || operator === OPS['beginMarkedContentProps']) {
      const [tag, id] = Array.isArray(args) ? (args as unknown[]) : [];
      if (typeof id === 'number') marked.push(String(id));
      open.push(tag === 'Artifact' || typeof id === 'number');
      if (open.filter(Boolean).length > 1) faults.add('marked content within marked content');
    }
    if (operator === OPS['endMarkedContent']) open.pop();
    if (paints.has(operator) && !open.includes(true)) faults.add('something is drawn without a mark');
    if (operator === OPS['showText'] && glyphsOf(args).some((code) => code === 0))
      faults.add('a missing glyph');
  });
  if (open.length > 0) faults.add('marked content does not end');
  return { faults: [...faults], marked };
}

/** The codes of the glyphs of a text; ours are the numbers of glyphs in the font, of which 0 is the empty box. */
function glyphsOf(args: unknown): number[] {
  const shown: unknown = Array.isArray(args) ? args[0] : undefined;
  if (!Array.isArray(shown)) return [];
  return shown.flatMap((glyph: unknown) =>
    typeof glyph === 'object' &&
    glyph !== null &&
    'originalCharCode' in glyph &&
    typeof glyph.originalCharCode === 'number'
      ? [glyph.originalCharCode]
      : [],
  );
}
