import { supportedLanguage, type Language } from '../../../locale/languages';

type Parameter = string | string[] | undefined;

/** A URL parameter as one text; if it is given several times, the first value is used. */
export function firstText(parameter: Parameter): string | undefined {
  return Array.isArray(parameter) ? parameter[0] : parameter;
}

/** A URL parameter that is one of these texts; null for any other. */
export function oneOfParameter<Text extends string>(
  texts: readonly Text[],
  parameter: Parameter,
): Text | null {
  const text = firstText(parameter);
  return texts.find((one) => one === text) ?? null;
}

/** A URL parameter as a number; null for anything other than digits, at most so many. */
export function parseCount(parameter: Parameter, mostDigits = 9): number | null {
  const text = firstText(parameter) ?? '';
  return /^\d+$/.test(text) && text.length <= mostDigits ? Number(text) : null;
}

const newMilliseconds = 60_000;

/**
 * Whether the address was made a moment ago: `at` is its time in milliseconds. What was done is not said again when the page is
 * opened later.
 */
export function isNew(at: Parameter, now = Date.now()): boolean {
  const made = parseCount(at, 15);
  return made !== null && Math.abs(now - made) < newMilliseconds;
}

/** The language that the address of a request asks for. */
export function languageOfAddress({ url }: Request): Language {
  return supportedLanguage(new URL(url).searchParams.get('language'));
}
