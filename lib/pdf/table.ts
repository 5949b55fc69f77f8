import { type Element, page, type Pages } from './tagged-pages';
import type { Part } from './text-lines';

export interface Column {
  readonly width: number;
  /** Its texts end at the right. */
  readonly isNumber: boolean;
}

export interface Row {
  /** One for each column; none is empty, because an empty cell has no content to read. */
  readonly cells: readonly (readonly Part[])[];
  /** `columns`: all are headings of their columns. `row`: the first is the heading of the row. */
  readonly heading: 'columns' | 'row' | null;
}

const gap = 10;
const padding = 4;

/** A table with a rule above each row. A row is not divided between two pages. */
export function drawTable(
  pages: Pages,
  columns: readonly Column[],
  rows: readonly Row[],
  color: string,
): Element {
  return pages.document.struct(
    'Table',
    {},
    rows.map((row) => drawRow(pages, columns, row, color)),
  );
}

function drawRow(pages: Pages, columns: readonly Column[], { cells, heading }: Row, color: string): Element {
  const { document } = pages;
  const placed = columns.map(({ width, isNumber }, index) => {
    const lines = pages.lines(cells[index] ?? [], width - gap);
    const left = page.margin + columns.slice(0, index).reduce((sum, one) => sum + one.width, 0);
    return { lines, left, width: width - (index === columns.length - 1 ? 0 : gap), isNumber };
  });
  const heights = placed.map(({ lines }) => lines.reduce((sum, { height }) => sum + height, 0));
  const height = Math.max(...heights) + 2 * padding;
  if (height > pages.room()) pages.next();
  const top = pages.y;
  pages.artifact('Layout', () => {
    document.lineWidth(0.5).strokeColor(color);
    document
      .moveTo(page.margin, top)
      .lineTo(page.width - page.margin, top)
      .stroke();
  });
  const elements = placed.map(({ lines, left, width, isNumber }, index) => {
    pages.y = top + padding;
    const texts = lines.map((line) =>
      pages.draw('P', [line], isNumber ? left + width - pages.widthOf(line) : left),
    );
    const isHeading = heading === 'columns' || (heading === 'row' && index === 0);
    return isHeading
      ? document.struct('TH', { scope: heading === 'row' ? 'Row' : 'Column' }, texts)
      : document.struct('TD', {}, texts);
  });
  pages.y = top + height;
  return document.struct('TR', {}, elements);
}
