/** Marks a member or parameter as ours and not the specification's, for the documents that are made of schemas. */
export function extension(description: string) {
  return { 'x-extension': true, description } as const;
}
