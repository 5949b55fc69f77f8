/** A parameter of an address as one text; given several times, the first counts. */
export function textOf(parameter: string | string[] | undefined): string | undefined {
  return Array.isArray(parameter) ? parameter[0] : parameter;
}
