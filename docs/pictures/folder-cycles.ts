interface ReadFile {
  source: string;
  dependencies: readonly { resolved: string }[];
}

/**
 * Finds folders that import each other, directly or by way of other folders. Tests do not count: they may use what they
 * test. Takes the modules that dependency-cruiser reports as JSON; returns the folders of each cycle, separated by spaces.
 */
export function findFolderCycles(files: readonly ReadFile[]): string[] {
  const imports = importsOfFolders(files);
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachedFrom(folder, imports)]));
  const cycles = [...reached].flatMap(([folder, others]) => {
    const members = [...others].filter((other) => reached.get(other)?.has(folder) === true);
    return members.includes(folder) ? [members.sort().join(' ')] : [];
  });
  return [...new Set(cycles)].sort();
}

const isTest = (path: string) => /[.](test|spec)[.]tsx?$/.test(path);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

function importsOfFolders(files: readonly ReadFile[]): Map<string, Set<string>> {
  const own = files.filter(({ source }) => !isTest(source));
  const paths = new Set(own.map(({ source }) => source));
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of own) {
    const from = folderOf(source);
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const { resolved } of dependencies)
      if (paths.has(resolved) && folderOf(resolved) !== from) targets.add(folderOf(resolved));
  }
  return imports;
}

function reachedFrom(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const target of imports.get(next) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        open.push(target);
      }
  return reached;
}
