export type Path = (string | number)[];
/** What is wrong with one part after another; undefined for a correct part. */
export type Finding = { readonly path: Path; readonly detail: string; readonly isMissing?: true } | undefined;
export type Findings = Generator<Finding, void>;

/** Finds members that several items have in common. */
export function* checkTwice<Member extends string>(
  items: readonly Record<Member, string>[],
  member: Member,
  path: Path,
): Findings {
  const seen = new Set<string>();
  for (const [index, { [member]: name }] of items.entries()) {
    yield seen.has(name)
      ? { path: [...path, index, member], detail: `"${name}" is there twice.` }
      : undefined;
    seen.add(name);
  }
}
