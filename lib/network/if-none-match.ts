/** Whether If-None-Match names the entity tag: a list of tags, compared weakly, or `*` (RFC 9110 §13.1.2). */
export function namesTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  const opaque = withoutWeak(tag);
  return ifNoneMatch.split(',').some((one) => ['*', opaque].includes(withoutWeak(one.trim())));
}

function withoutWeak(tag: string): string {
  return tag.replace(/^W\//, '');
}
