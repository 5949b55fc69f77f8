import { addDays } from '../locale/calendar';
import type { Language } from '../locale/languages';
import { importColumns, type ImportColumn, templateHead } from './import-columns';

interface TemplateColumn {
  readonly head: string;
  readonly kind: 'text' | 'amount' | 'rate' | 'day';
}

const kinds: Partial<Record<ImportColumn, TemplateColumn['kind']>> = {
  date: 'day',
  price: 'amount',
  vat: 'rate',
};

/** A table to fill in: heads in a language, and one row as an example, which is over two months from now. */
export function importTemplate(
  language: Language,
  example: Readonly<Record<'event' | 'description' | 'place' | 'address' | 'tariff', string>>,
  today: string,
): { columns: TemplateColumn[]; rows: string[][] } {
  const row: Record<ImportColumn, string> = {
    ...example,
    date: addDays(today, 60),
    time: '20:00',
    duration: '90',
    capacity: '120',
    price: '18.50',
    vat: '10',
  };
  return {
    columns: importColumns.map((column) => ({
      head: templateHead(column, language),
      kind: kinds[column] ?? 'text',
    })),
    rows: [importColumns.map((column) => row[column])],
  };
}
