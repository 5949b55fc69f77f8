import type { ImportColumn } from './import-columns';
import type { ImportedEvent, ImportedSession, ImportedTariff, ImportReading } from './imported';

/** A row of a table whose cells were all read. */
export interface ReadRow {
  readonly row: number;
  readonly day: string;
  readonly time: string;
  readonly minutes: number | null;
  readonly capacity: number | null;
  readonly price: string | null;
  readonly vatRate: number | null;
  readonly text: Readonly<Record<'event' | 'description' | 'place' | 'address' | 'tariff', string>>;
}

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
  /** Which sessions a row had, each with its tariff. */
  readonly rows: Set<string>;
}

/** Notes about a column of a table, which is told by its head. */
interface TableNotes extends Pick<ImportReading, 'errors' | 'warnings'> {
  readonly headOf: (column: ImportColumn) => string;
}

/** The events of the rows of a table. Where rows of the same thing differ, the first one counts, and that is told. */
export class RowEvents {
  private readonly found = new Map<string, OpenEvent>();

  constructor(private readonly notes: TableNotes) {}

  take(read: ReadRow): void {
    const { row, day, time, minutes, capacity, text } = read;
    const event = this.eventOf(text);
    this.differs(row, 'description', event.description, text.description);
    this.differs(row, 'place', event.place?.name ?? '', text.place);
    if (text.place !== '') this.differs(row, 'address', event.place?.address ?? '', text.address);
    const moment = `${day} ${time}`;
    const session = event.sessions.get(moment);
    if (session === undefined) event.sessions.set(moment, { day, time, zone: null, minutes, capacity, row });
    else {
      this.differs(row, 'duration', session.minutes, minutes);
      this.differs(row, 'capacity', session.capacity, capacity);
    }
    const known = event.rows.size;
    event.rows.add(`${moment} ${text.tariff.toLowerCase()}`);
    if (event.rows.size === known)
      this.notes.warnings.add('same_again', row, null, `${text.event}, ${moment}`);
    this.takePrice(event, read);
  }

  private takePrice(event: OpenEvent, { row, day, price, vatRate, text }: ReadRow): void {
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
      this.notes.errors.add('price_conflict', row, this.notes.headOf('price'), price);
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
      rows: new Set(),
    };
    event.description ||= description;
    event.place ??= place === '' ? null : { name: place, address };
    if (event.place?.name === place && event.place.address === '') event.place = { name: place, address };
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
    this.notes.warnings.add('differs', row, this.notes.headOf(column), String(other));
  }

  events(): ImportedEvent[] {
    return [...this.found.values()].map(({ name, description, place, sessions, tariffs }) => ({
      name,
      description,
      place,
      sessions: [...sessions.values()],
      tariffs: [...tariffs.values()] satisfies ImportedTariff[],
    }));
  }
}
