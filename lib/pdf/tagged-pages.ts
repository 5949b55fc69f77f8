import PDFDocument from 'pdfkit';
import type { Font } from 'fontkit';
import type { DocumentFaces } from './document-faces';
import type { Face } from './font-faces';
import { type Line, linesOf, type Measure, type Part, type Run } from './text-lines';
import { isRightToLeft } from './text-order';

declare global {
  // The types of pdfkit are a namespace, so only a namespace adds to them.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A parsed font; the types of pdfkit have only its bytes. */
      registerFont(name: string, font: Font): this;
    }
    interface StructureElementOptions {
      /** Where it is on its page, from the top left: left, top, right and bottom. */
      bbox?: [number, number, number, number];
      /** Of a heading in a table: of what it is the heading. */
      scope?: 'Column' | 'Row';
    }
  }
}

type Pdf = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;
export type Content = PDFKit.PDFStructureContent;

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 40, footer: 24 } as const;
export const contentWidth = page.width - 2 * page.margin;
const bottom = page.height - page.margin - page.footer;

/** The pages of a document that conforms to PDF/UA-1, filled from top to bottom. */
export interface Pages {
  readonly document: Pdf;
  /** Where the next thing is drawn. */
  y: number;
  /** The room on a page, and what is left of it. */
  readonly wholeRoom: number;
  room(): number;
  next(): void;
  lines(parts: readonly Part[], width: number): Line[];
  widthOf(line: Line): number;
  /** Draws lines, on further pages if they need them; `onNewPage` is called before a page is left. */
  draw(tag: string, lines: readonly Line[], left: number, onNewPage?: () => void): Element;
  /** Draws something that is part of the document's structure. */
  content(tag: string, draw: () => void): Content;
  /** Draws a decoration, which is not read out. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void;
  /** The first line on this page, at a place of its own. */
  place(line: Line, left: number, top: number): void;
}

export interface PagesOptions {
  language: string;
  title: string;
  createdAt: Date;
  faces: DocumentFaces;
}

/** A document without pages, with what PDF/UA-1 asks of a whole document: tags, language and title. */
export function taggedDocument({ language, title, createdAt }: PagesOptions): Pdf {
  const document = new PDFDocument({
    size: 'A4',
    // Text is placed line by line, so that the library never begins a page by itself.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // Without the default font, which would be read for each document and not be used.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt },
  });
  // Not by the option `subset: 'PDF/UA'`: it adds a CIDSet without the parts of accented letters, which PDF/UA forbids.
  document.appendXML(`
    <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
      <pdfuaid:part>1</pdfuaid:part>
    </rdf:Description>`);
  return document;
}

export function pagesOf(document: Pdf, { faces, language }: PagesOptions): Pages {
  const registered = new Set<Face>();
  const select = (face: Face, size: number): Pdf => {
    if (!registered.has(face)) document.registerFont(face.name, face.font);
    registered.add(face);
    return document.font(face.name, size);
  };
  const measure: Measure = (text, face, size) =>
    text === '' ? 0 : select(face, size).widthOfString(text, shaping(face));
  const drawRuns = (runs: readonly Run[], left: number, baseline: number) => {
    for (const { text, face, part, x } of runs) {
      if (text === '') continue;
      const options = { ...shaping(face), lineBreak: false, baseline: 'alphabetic' as const };
      const font = select(face, part.size).fillColor(part.color);
      font.text(text, left + x, baseline, options);
    }
  };
  const content: Pages['content'] = (tag, draw) => {
    const marked = document.markStructureContent(tag);
    draw();
    document.endMarkedContent();
    return marked;
  };
  const pages: Pages = {
    document,
    y: page.margin,
    wholeRoom: bottom - page.margin,
    room: () => bottom - pages.y,
    next: () => {
      document.addPage();
      pages.y = page.margin;
    },
    lines: (parts, width) => linesOf(parts, { faces, measure, width }),
    widthOf: (line) => widthOf(line, measure),
    draw: (tag, lines, left, onNewPage) => {
      const children: (Content | Element)[] = [];
      for (const line of lines) {
        if (line.height > pages.room()) {
          onNewPage?.();
          pages.next();
        }
        const baseline = pages.y + line.baseline;
        for (const runs of byPart(line)) {
          const marked = content(tag, () => drawRuns(runs, left, baseline));
          children.push(described(document, marked, { runs, language }));
        }
        pages.y += line.height;
      }
      return document.struct(tag, {}, children);
    },
    content,
    artifact: (type, draw) => {
      document.markContent('Artifact', { type });
      draw();
      document.endMarkedContent();
    },
    place: (line, left, top) => drawRuns(line.runs, left, top + line.baseline),
  };
  return pages;
}

const widthOf = ({ runs }: Line, measure: Measure): number =>
  Math.max(0, ...runs.map(({ x, text, face, part }) => x + measure(text, face, part.size)));

/** Letters that join or change places are shaped together, across spaces. */
function shaping(face: Face): { features?: [] } {
  return face.isFallback ? { features: [] } : {};
}

/** The runs of each part of a line, in the order in which the parts are read. */
function byPart({ runs }: Line): Run[][] {
  const parts = new Map<Part, Run[]>();
  for (const run of [...runs].sort((one, other) => one.from - other.from)) {
    parts.set(
      run.part,
      runs.filter(({ part }) => part === run.part),
    );
  }
  return [...parts.values()];
}

/** Names the language of a text, if it is not the document's, and how the text is read, if it is drawn in another order. */
function described(
  document: Pdf,
  marked: Content,
  { runs, language }: { runs: readonly Run[]; language: string },
): Content | Element {
  const read = [...runs].sort((one, other) => one.from - other.from);
  const actual = read.map(({ source }) => source).join('');
  const other = runs[0]?.part.language ?? language;
  const options = {
    ...(other === language ? {} : { lang: other }),
    ...(isRightToLeft(actual) ? { actual } : {}),
  };
  return Object.keys(options).length === 0 ? marked : document.struct('Span', options, [marked]);
}
