type Parameter = string | string[] | undefined;

/** A URL parameter as one text; if it is given several times, the first value is used. */
export function textOf(parameter: Parameter): string | undefined {
  return Array.isArray(parameter) ? parameter[0] : parameter;
}

/** A URL parameter as a number; null for anything other than digits, at most so many. */
export function countOf(parameter: Parameter, mostDigits = 9): number | null {
  const text = textOf(parameter) ?? '';
  return /^\d+$/.test(text) && text.length <= mostDigits ? Number(text) : null;
}
