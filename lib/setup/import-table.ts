import { mostUnits } from '../contract/feed';
import { mostOfAddress, mostOfName } from '../contract/feed-text';
import { typedText } from '../contract/typed-text';
import {
  currencyOf,
  type DateOrder,
  dateOrder,
  readAmount,
  readCount,
  readDate,
  readMinutes,
  readRate,
  readTime,
  textOf,
} from './cells';
import { findColumn, type ImportColumn, neededColumns } from './import-columns';
import {
  type ImportedEvent,
  type ImportedSession,
  type ImportedTariff,
  type ImportErrorCode,
  ImportNotes,
  type ImportReading,
  type ImportWarningCode,
} from './imported';
import type { TableCell, TableRow } from './table';

/** The name of a tariff follows that of its event. */
const longestName = mostOfName / 2 - 2;

/** An event while its rows are read. */
interface OpenEvent extends Omit<ImportedEvent, 'sessions' | 'tariffs'> {
  description: string;
  place: ImportedEvent['place'];
  /** By day and time. */
  readonly sessions: Map<string, ImportedSession>;
  readonly tariffs: Map<
    string,
    { name: string; vatRate: number | null; readonly prices: Map<string, string> }
  >;
}

/** A row whose cells were all read. */
interface ReadRow {
  readonly row: number;
  readonly day: string;
  readonly time: string;
  readonly minutes: number | null;
  readonly capacity: number | null;
  readonly price: string | null;
  readonly vatRate: number | null;
  readonly text: Readonly<Record<'event' | 'description' | 'place' | 'address' | 'tariff', string>>;
}

/** A table with a row for each session and tariff. A row with an error is left out, and the error is told. */
export function readImportTable([head, ...rows]: readonly TableRow[]): ImportReading {
  const reading = new TableReading(head?.cells ?? []);
  if (reading.isComplete) {
    reading.findDateOrder(rows);
    for (const row of rows) {
      const read = reading.readRow(row);
      if (read !== null) reading.take(read);
    }
  }
  return { events: reading.events(), errors: reading.errors, warnings: reading.warnings };
}

class TableReading {
  readonly errors = new ImportNotes<ImportErrorCode>();
  readonly warnings = new ImportNotes<ImportWarningCode>();
  private readonly heads: readonly string[];
  private readonly places = new Map<ImportColumn, number>();
  private readonly found = new Map<string, OpenEvent>();
  private order: DateOrder = 'day_first';
  private isCurrencyKnown: boolean;

  constructor(head: readonly TableCell[]) {
    this.heads = head.map(textOf);
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
    const date = this.needed(row, 'date', 'date', (cell) => readDate(cell, this.order));
    const time = this.timeOf(row, date?.rest ?? '');
    const minutes = this.optional(row, 'duration', 'minutes', (cell) =>
      within(readMinutes(cell), 1, 7 * 24 * 60),
    );
    const capacity = this.optional(row, 'capacity', 'count', (cell) => within(readCount(cell), 0, mostUnits));
    const vatRate = this.rateOf(row);
    const text = {
      event: textOf(this.cellOf(row, 'event')),
      description: textOf(this.cellOf(row, 'description')),
      place: textOf(this.cellOf(row, 'place')),
      address: textOf(this.cellOf(row, 'address')),
      tariff: textOf(this.cellOf(row, 'tariff')),
    };
    if (typedText(text.event) === '') this.fail(row, 'event', 'missing');
    for (const column of ['event', 'place', 'tariff'] as const)
      if (text[column].length > longestName) this.fail(row, column, 'too_long');
    if (text.address.length > mostOfAddress) this.fail(row, 'address', 'too_long');
    const price = this.priceOf(row, text.tariff);
    if (this.errors.count > before || date === null || time === null) return null;
    return { row: row.row, day: date.day, time, minutes, capacity, price, vatRate, text };
  }

  private timeOf(row: TableRow, rest: string): string | null {
    const isSaid = textOf(this.cellOf(row, 'time')) !== '';
    if (!isSaid && rest !== '') return readTime(rest) ?? this.fail(row, 'date', 'date');
    return this.needed(row, 'time', 'time', readTime);
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
      this.warnings.add('no_currency', row.row, this.headOf('price'), text);
    }
    return price;
  }

  private rateOf(row: TableRow): number | null {
    const rate = this.optional(row, 'vat', 'rate', readRate);
    const text = textOf(this.cellOf(row, 'vat'));
    if (rate !== null && rate > 0 && Number(text.replace(',', '.')) === rate)
      this.warnings.add('rate_as_fraction', row.row, this.headOf('vat'), text);
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

  private cellOf({ cells }: TableRow, column: ImportColumn): TableCell | undefined {
    const place = this.places.get(column);
    return place === undefined ? undefined : cells[place];
  }

  private headOf(column: ImportColumn): string {
    return this.heads[this.places.get(column) ?? -1] ?? column;
  }

  /** Adds a row to its event. Where rows of the same thing differ, the first one counts. */
  take({ row, day, time, minutes, capacity, price, vatRate, text }: ReadRow): void {
    const event = this.eventOf(text);
    this.differs(row, 'description', event.description, text.description);
    this.differs(row, 'place', event.place?.name ?? '', text.place);
    const moment = `${day} ${time}`;
    const session = event.sessions.get(moment);
    if (session === undefined) event.sessions.set(moment, { day, time, zone: null, minutes, capacity, row });
    else {
      this.differs(row, 'duration', session.minutes, minutes);
      this.differs(row, 'capacity', session.capacity, capacity);
    }
    if (price === null) return;
    const key = text.tariff.toLowerCase();
    const tariff = event.tariffs.get(key) ?? {
      name: text.tariff,
      vatRate,
      prices: new Map<string, string>(),
    };
    event.tariffs.set(key, tariff);
    tariff.vatRate ??= vatRate;
    this.differs(row, 'vat', tariff.vatRate, vatRate);
    const known = tariff.prices.get(day);
    // A tariff has one price for a day, whatever session is chosen.
    if (known !== undefined && known !== price)
      this.errors.add('price_conflict', row, this.headOf('price'), price);
    else tariff.prices.set(day, price);
  }

  private eventOf({ event: name, description, place, address }: ReadRow['text']): OpenEvent {
    const key = name.toLowerCase();
    const event: OpenEvent = this.found.get(key) ?? {
      name,
      description,
      place: place === '' ? null : { name: place, address },
      sessions: new Map(),
      tariffs: new Map(),
    };
    event.description ||= description;
    event.place ??= place === '' ? null : { name: place, address };
    this.found.set(key, event);
    return event;
  }

  private differs(
    row: number,
    column: ImportColumn,
    first: string | number | null,
    other: string | number | null,
  ): void {
    if (other === null || other === '' || first === other) return;
    this.warnings.add('differs', row, this.headOf(column), String(other));
  }

  events(): ImportedEvent[] {
    return [...this.found.values()].map(({ sessions, tariffs, ...event }) => ({
      ...event,
      sessions: [...sessions.values()],
      tariffs: [...tariffs.values()] satisfies ImportedTariff[],
    }));
  }
}

const within = (number: number | null, least: number, most: number) =>
  number !== null && Number.isInteger(number) && number >= least && number <= most ? number : null;
