/** What a file of another program says, before it is put into a draft. */
export interface ImportedSession {
  readonly day: string;
  readonly time: string;
  /** The zone of this time; null: that of the catalogue. */
  readonly zone: string | null;
  /** Null: it is not said. */
  readonly minutes: number | null;
  /** Null: it is not said, or unlimited. */
  readonly capacity: number | null;
  /** Of the file. */
  readonly row: number | null;
}

export interface ImportedTariff {
  readonly name: string;
  /** A fraction; null: it is not said. */
  readonly vatRate: number | null;
  /** By day. */
  readonly prices: ReadonlyMap<string, string>;
}

export interface ImportedEvent {
  readonly name: string;
  /** Empty: it is not said. */
  readonly description: string;
  readonly place: { readonly name: string; readonly address: string } | null;
  readonly sessions: readonly ImportedSession[];
  readonly tariffs: readonly ImportedTariff[];
}

export type ImportErrorCode =
  | 'missing'
  | 'too_long'
  | 'date'
  | 'time'
  | 'minutes'
  | 'count'
  | 'price'
  | 'currency'
  | 'rate'
  | 'price_conflict'
  | 'skipped_time'
  | 'time_twice'
  | 'no_column'
  | 'column_twice'
  | 'too_many_sessions'
  | 'surplus'
  | 'quotation_mark'
  | 'no_result'
  | 'error_value'
  | 'two_times'
  | 'cut_off';

export type ImportWarningCode =
  | 'unknown_column'
  | 'ambiguous_date'
  | 'no_currency'
  | 'rate_as_fraction'
  | 'differs'
  | 'past'
  | 'not_read'
  | 'rule'
  | 'unknown_zone'
  | 'no_head'
  | 'too_wide'
  | 'other_sheet'
  | 'same_again'
  | 'high_rate'
  | 'all_day'
  | 'rule_start'
  | 'position';

/** Where in a file something is wrong, or was read in one of several ways. */
export interface ImportNote<Code extends string = ImportErrorCode | ImportWarningCode> {
  readonly code: Code;
  /** Counted from 1; null: the whole file. */
  readonly row: number | null;
  /** The head of the column; null: the whole row. */
  readonly column: string | null;
  /** What is there. */
  readonly value: string;
}

const mostNotes = 100;
const longestValue = 100;

/** The first notes of a file, and how many there are. */
export class ImportNotes<Code extends string> {
  readonly first: ImportNote<Code>[] = [];
  count = 0;

  add(code: Code, row: number | null, column: string | null, value: string): void {
    this.count += 1;
    if (this.first.length < mostNotes)
      this.first.push({ code, row, column, value: value.slice(0, longestValue) });
  }

  copy(): ImportNotes<Code> {
    const copy = new ImportNotes<Code>();
    copy.first.push(...this.first);
    copy.count = this.count;
    return copy;
  }
}

export interface ImportReading {
  readonly events: readonly ImportedEvent[];
  readonly errors: ImportNotes<ImportErrorCode>;
  readonly warnings: ImportNotes<ImportWarningCode>;
}
