/** Whole cents of an amount as it is being typed: 50, 50.5, 50,50; null: it is none yet. */
export function centsOf(text: string): number | null {
  const [, euros = '', cents = ''] = /^\s*(\d{1,6})(?:[.,](\d{0,2}))?\s*$/.exec(text) ?? [];
  return euros === '' ? null : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}
