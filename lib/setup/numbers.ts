import { typedText } from '../contract/typed-text';

/** A price as people type it: `18`, `18,5`, `1 200.00`, `€ 18.50` → `18.00`; null: it is none, or more than the service knows. */
export function readPrice(text: string): string | null {
  const plain = typedText(text)
    .replace(/^(€|EUR) ?|( ?€| ?EUR)$/i, '')
    .replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  const match = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(plain);
  if (match === null) return null;
  const [, units = '', cents = ''] = match;
  return `${units.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
}

/** Per cent as a fraction: `5,5` or `5.5 %` → 0.055; null: it is none. */
export function readPercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,4}))? ?%?$/.exec(typedText(text));
  if (match === null) return null;
  const [, units = '', part = ''] = match;
  // By digits, because 5.5 / 100 is 0.055 but 0.07 * 100 is not 7.
  const fraction = Number(`${units}${part}e-${part.length + 2}`);
  return fraction > 1 ? null : fraction;
}

/** 0.055 → `5.5` */
export const percentText = (fraction: number): string =>
  String(Number(`${Number((fraction * 100).toFixed(6))}`));
