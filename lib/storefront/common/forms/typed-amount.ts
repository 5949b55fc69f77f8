import { typedText } from '../../../contract/typed-text';

/** "18", "18.5" and "18,50" are 18.00, 18.50 and 18.50; null: it is no amount. */
export function typedAmount(value: unknown): string | null {
  const [, euros, cents = ''] =
    /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typeof value === 'string' ? typedText(value) : '') ?? [];
  return euros === undefined ? null : `${Number(euros)}.${cents.padEnd(2, '0')}`;
}
