import { numberFormat } from './formats';
import type { Language } from './languages';

const unitFormat = (language: Language, unit: 'meter' | 'kilometer', maximumFractionDigits: number) =>
  numberFormat(language, { style: 'unit', unit, maximumFractionDigits });

/** "350 m", "1.2 km", "5,570 km": as exact as a walk needs. */
export function formatDistance(meters: number, language: Language): string {
  if (meters < 995) return unitFormat(language, 'meter', 0).format(Math.round(meters / 10) * 10);
  const kilometers = meters / 1000;
  return unitFormat(language, 'kilometer', kilometers < 9.95 ? 1 : 0).format(kilometers);
}
