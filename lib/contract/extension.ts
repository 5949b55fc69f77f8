/** Marks a member or parameter as our addition to the specification, for API descriptions made from schemas. */
export function extension(description: string) {
  return { 'x-extension': true, description } as const;
}
