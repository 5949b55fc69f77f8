import type { Language } from './languages';

const formats = new Map<string, Intl.NumberFormat>();

function unitFormat(language: Language, unit: 'meter' | 'kilometer', maximumFractionDigits: number) {
  const key = `${language} ${unit} ${maximumFractionDigits}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  // One for each language and unit, as for dates (lib/locale/date-format.ts).
  const made = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits });
  formats.set(key, made);
  return made;
}

/** "350 m", "1.2 km", "5,570 km": as exact as a walk needs. */
export function formatDistance(meters: number, language: Language): string {
  if (meters < 995) return unitFormat(language, 'meter', 0).format(Math.round(meters / 10) * 10);
  const kilometers = meters / 1000;
  return unitFormat(language, 'kilometer', kilometers < 9.95 ? 1 : 0).format(kilometers);
}
