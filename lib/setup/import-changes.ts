/** What of something that is there an import changes. `later_price`: what a tariff that the file does not name costs on new days. */
type ChangedThing =
  'description' | 'place' | 'duration' | 'capacity' | 'price' | 'original_price' | 'vat' | 'later_price';

export interface ImportChange {
  readonly what: ChangedThing;
  /** The name of the event or of the tariff. */
  readonly of: string;
  /**
   * As the document has it: minutes, a number of places, a price, a VAT rate as a fraction, a text of which the beginning that is
   * the same is left out. Null: nothing, or unlimited places.
   */
  readonly from: string | null;
  readonly to: string | null;
  /** Of the sessions or of the prices, the first and the last one; null: it is no matter of days. */
  readonly first: string | null;
  readonly last: string | null;
  /** So many sessions or prices of days change so. */
  readonly count: number;
}

const mostChanges = 500;
const longestText = 200;
const sameBefore = 30;

/** The changes of an import: those that are the same on several days are one. */
export class ImportChanges {
  private readonly known = new Map<string, ImportChange>();

  add(change: Pick<ImportChange, 'what' | 'of' | 'from' | 'to'>, day: string | null, count = 1): void {
    const key = JSON.stringify([change.what, change.of, change.from, change.to]);
    const before = this.known.get(key);
    const days = [before?.first, before?.last, day].filter((one) => typeof one === 'string').sort();
    this.known.set(key, {
      ...change,
      ...textsOf(change),
      first: days[0] ?? null,
      last: days.at(-1) ?? null,
      count: (before?.count ?? 0) + count,
    });
  }

  /** How many there are. */
  get count(): number {
    return this.known.size;
  }

  get first(): ImportChange[] {
    return [...this.known.values()].slice(0, mostChanges);
  }
}

/** Long texts from a little before where they differ. */
function textsOf({ from, to }: Pick<ImportChange, 'from' | 'to'>): Pick<ImportChange, 'from' | 'to'> {
  if ((from?.length ?? 0) <= longestText && (to?.length ?? 0) <= longestText) return { from, to };
  let same = 0;
  while (from?.[same] !== undefined && from[same] === to?.[same]) same += 1;
  const begin = Math.max(0, same - sameBefore);
  return { from: excerpt(from, begin), to: excerpt(to, begin) };
}

function excerpt(text: string | null, begin: number): string | null {
  if (text === null) return null;
  const part = text.slice(begin, begin + longestText);
  return `${begin > 0 ? '…' : ''}${part}${begin + longestText < text.length ? '…' : ''}`;
}
