/** The number of decimals of a currency: 2 for EUR, 0 for JPY. */
function decimals(currency: string): number {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

/** An amount in the smallest unit, formatted as usual in that language. */
export function formatAmount(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amount / 10 ** decimals(currency),
  );
}

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}
