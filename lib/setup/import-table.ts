import { mostUnits } from '../contract/feed';
import { mostOfAddress, mostOfName, mostOfText } from '../contract/feed-text';
import { typedText } from '../contract/typed-text';
import {
  currencyOf,
  type DateOrder,
  dateOrder,
  isBareNumber,
  readAmount,
  readCount,
  readDate,
  readMinutes,
  readRate,
  readTime,
  textOf,
} from './cells';
import { findColumn, type ImportColumn, namesHours, neededColumns } from './import-columns';
import { type ReadRow, RowEvents } from './import-rows';
import { type ImportErrorCode, ImportNotes, type ImportReading, type ImportWarningCode } from './imported';
import type { Table, TableCell, TableRow } from './table';

/** The name of a tariff follows that of its event. */
const longestName = mostOfName / 2 - 2;

const longest = {
  event: longestName,
  place: longestName,
  tariff: longestName,
  address: mostOfAddress,
  description: mostOfText,
} as const satisfies Partial<Record<ImportColumn, number>>;

/** No country of the European Union has a higher rate. */
const highRate = 0.3;

/** A table with a row for each session and tariff. A row with an error is left out, and the error is told. */
export function readImportTable({ rows: [head, ...rows], ...table }: Table): ImportReading {
  const reading = new TableReading(head);
  reading.tellLimits(table);
  if (reading.isComplete) {
    reading.findDateOrder(rows);
    for (const row of rows) {
      reading.tellCellsWithoutHead(row, table.isText);
      const read = reading.readRow(row);
      if (read !== null) reading.events.take(read);
    }
  }
  return { events: reading.events.events(), errors: reading.errors, warnings: reading.warnings };
}

class TableReading {
  readonly errors = new ImportNotes<ImportErrorCode>();
  readonly warnings = new ImportNotes<ImportWarningCode>();
  readonly events = new RowEvents({
    errors: this.errors,
    warnings: this.warnings,
    headOf: (column) => this.headOf(column),
  });
  private readonly heads: readonly string[];
  /** After the last head. */
  private readonly width: number;
  private readonly places = new Map<ImportColumn, number>();
  private readonly told = new Set<number>();
  private readonly toldRates = new Set<string>();
  private order: DateOrder = 'day_first';
  private isCurrencyKnown: boolean;

  constructor(head: TableRow | undefined) {
    this.heads = (head?.cells ?? []).map(textOf);
    this.width = this.heads.findLastIndex((name) => name !== '') + 1;
    for (const { code, text } of head?.faults.values() ?? [])
      this.errors.add(code, head?.row ?? null, null, text);
    for (const [place, name] of this.heads.entries()) {
      if (name === '') continue;
      const column = findColumn(name);
      if (column === null) this.warnings.add('unknown_column', null, name, '');
      else if (this.places.has(column)) this.errors.add('column_twice', null, name, '');
      else this.places.set(column, place);
    }
    for (const column of neededColumns)
      if (!this.places.has(column)) this.errors.add('no_column', null, null, column);
    this.isCurrencyKnown = currencyOf(this.headOf('price')) !== null;
    if (currencyOf(this.headOf('price')) === 'other')
      this.errors.add('currency', null, this.headOf('price'), '');
  }

  get isComplete(): boolean {
    return neededColumns.every((column) => this.places.has(column));
  }

  /** What of the file was not read, and what makes its rows uncertain. */
  tellLimits({ wrongMark, isCut, otherSheets }: Omit<Table, 'rows'>): void {
    if (wrongMark !== null) this.errors.add('quotation_mark', wrongMark, null, '');
    if (isCut) this.warnings.add('too_wide', null, null, '');
    for (const name of otherSheets) this.warnings.add('other_sheet', null, null, name);
  }

  /**
   * In a text, a row with more cells than heads has a separator within a cell, such as that of `12,50`: all cells after it are in
   * a wrong column. In a spreadsheet they are notes beside the table.
   */
  tellCellsWithoutHead({ row, cells, faults }: TableRow, isText: boolean): void {
    const surplus = cells.slice(this.width).map(textOf).filter(Boolean);
    if (isText && (surplus.length > 0 || [...faults.keys()].some((place) => place >= this.width))) {
      this.errors.add('surplus', row, null, surplus.join(' '));
      return;
    }
    for (const [place, cell] of cells.entries()) {
      if ((this.heads[place] ?? '') !== '' || cell === '' || this.told.has(place)) continue;
      this.told.add(place);
      this.warnings.add('no_head', row, null, textOf(cell));
    }
  }

  /** Dates such as 03/04/2031 are read as the others of the column; if none of them tells, with the day first. */
  findDateOrder(rows: readonly TableRow[]): void {
    let either: { row: number; text: string } | null = null;
    for (const row of rows) {
      const text = textOf(this.cellOf(row, 'date'));
      const order = dateOrder(text);
      if (order === 'either') either ??= { row: row.row, text };
      else if (order !== null) {
        this.order = order;
        return;
      }
    }
    if (either !== null) this.warnings.add('ambiguous_date', either.row, this.headOf('date'), either.text);
  }

  /** Null after an error. */
  readRow(row: TableRow): ReadRow | null {
    const before = this.errors.count;
    for (const [column, place] of this.places) {
      const fault = row.faults.get(place);
      if (fault !== undefined) this.errors.add(fault.code, row.row, this.headOf(column), fault.text);
    }
    // The cells that such results would have are missing: nothing else is said of them.
    if (this.errors.count > before) return null;
    const date = this.needed(row, 'date', 'date', (cell) => readDate(cell, this.order));
    const time = this.timeOf(row, date?.rest ?? '');
    const minutes = this.minutesOf(row);
    const capacity = this.optional(row, 'capacity', 'count', (cell) => within(readCount(cell), 0, mostUnits));
    const vatRate = this.rateOf(row);
    const text = this.textsOf(row);
    const price = this.priceOf(row, text.tariff);
    if (this.errors.count > before || date === null || time === null) return null;
    if (vatRate !== null && price === null) this.tell('not_read', row, 'vat');
    if (text.address !== '' && text.place === '') this.tell('not_read', row, 'address');
    return { row: row.row, day: date.day, time, minutes, capacity, price, vatRate, text };
  }

  private textsOf(row: TableRow): ReadRow['text'] {
    const text = {
      event: textOf(this.cellOf(row, 'event')),
      description: textOf(this.cellOf(row, 'description')),
      place: textOf(this.cellOf(row, 'place')),
      address: textOf(this.cellOf(row, 'address')),
      tariff: textOf(this.cellOf(row, 'tariff')),
    };
    if (typedText(text.event) === '') this.fail(row, 'event', 'missing');
    for (const column of ['event', 'place', 'tariff', 'address', 'description'] as const)
      if (text[column].length > longest[column]) this.fail(row, column, 'too_long');
    return text;
  }

  /** The time of its column, or of the date; both may be there if they are the same, or if the date begins at midnight. */
  private timeOf(row: TableRow, rest: string): string | null {
    const isSaid = textOf(this.cellOf(row, 'time')) !== '';
    if (rest === '') return this.needed(row, 'time', 'time', readTime);
    const ofDate = readTime(rest.replace(/\.0+$/, '')) ?? this.fail(row, 'date', 'date');
    if (!isSaid || ofDate === null) return ofDate;
    const time = this.needed(row, 'time', 'time', readTime);
    return time === null || time === ofDate || ofDate === '00:00'
      ? time
      : this.fail(row, 'date', 'two_times');
  }

  private minutesOf(row: TableRow): number | null {
    // Of `2` under hours nobody knows whether it is minutes.
    const isHours = namesHours(this.headOf('duration')) && isBareNumber(this.cellOf(row, 'duration'));
    if (isHours) return this.fail(row, 'duration', 'minutes');
    return this.optional(row, 'duration', 'minutes', (cell) => within(readMinutes(cell), 1, 7 * 24 * 60));
  }

  private priceOf(row: TableRow, tariff: string): string | null {
    const text = textOf(this.cellOf(row, 'price'));
    if (text === '') return tariff === '' ? null : this.fail(row, 'price', 'missing');
    if (tariff === '') return this.fail(row, 'tariff', 'missing');
    const currency = currencyOf(text);
    if (currency === 'other') return this.fail(row, 'price', 'currency');
    const price = this.optional(row, 'price', 'price', readAmount);
    if (price !== null && currency === null && !this.isCurrencyKnown) {
      this.isCurrencyKnown = true;
      this.tell('no_currency', row, 'price');
    }
    return price;
  }

  private rateOf(row: TableRow): number | null {
    const rate = this.optional(row, 'vat', 'rate', readRate);
    const text = textOf(this.cellOf(row, 'vat'));
    // Each rate is told once: all rows of a column of per cents have it.
    if (rate === null || this.toldRates.has(text)) return rate;
    this.toldRates.add(text);
    if (rate > 0 && Number(text.replace(',', '.')) === rate) this.tell('rate_as_fraction', row, 'vat');
    if (rate > highRate) this.tell('high_rate', row, 'vat');
    return rate;
  }

  private needed<Value>(
    row: TableRow,
    column: ImportColumn,
    code: ImportErrorCode,
    read: (cell: TableCell) => Value | null,
  ): Value | null {
    const isEmpty = textOf(this.cellOf(row, column)) === '';
    return isEmpty ? this.fail(row, column, 'missing') : this.optional(row, column, code, read);
  }

  private optional<Value>(
    row: TableRow,
    column: ImportColumn,
    code: ImportErrorCode,
    read: (cell: TableCell) => Value | null,
  ): Value | null {
    const cell = this.cellOf(row, column);
    if (cell === undefined || cell === '') return null;
    return read(cell) ?? this.fail(row, column, code);
  }

  private fail(row: TableRow, column: ImportColumn, code: ImportErrorCode): null {
    this.errors.add(code, row.row, this.headOf(column), textOf(this.cellOf(row, column)));
    return null;
  }

  private tell(code: ImportWarningCode, row: TableRow, column: ImportColumn): void {
    this.warnings.add(code, row.row, this.headOf(column), textOf(this.cellOf(row, column)));
  }

  private cellOf({ cells }: TableRow, column: ImportColumn): TableCell | undefined {
    const place = this.places.get(column);
    return place === undefined ? undefined : cells[place];
  }

  private headOf(column: ImportColumn): string {
    return this.heads[this.places.get(column) ?? -1] ?? column;
  }
}

const within = (number: number | null, least: number, most: number) =>
  number !== null && Number.isInteger(number) && number >= least && number <= most ? number : null;
