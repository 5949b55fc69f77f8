// Draws docs/pictures/architecture.svg from the imports that dependency-cruiser finds: `npm run pictures`.
// With --check it writes nothing and fails if the picture no longer matches the code.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { instance } from '@viz-js/viz';

const picture = new URL('architecture.svg', import.meta.url);
const shared = [
  ...['lib/contract', 'lib/money', 'lib/locale'],
  ...['lib/database', 'lib/network', 'lib/log'],
];

/** The module of a file: its top folder, or its folder in lib/ or service/. */
function moduleOf(path) {
  const [top, name, ...rest] = path.split('/');
  if (rest.length === 0 && top === 'service') return null; // service/*.ts puts all modules together
  return top === 'lib' || top === 'service' ? `${top}/${name}` : top;
}

/** The modules, each with the modules that it imports. Imports of types alone, and those of `testing`, do not count. */
async function readImports() {
  const folders = ['app', 'components', 'lib', 'service', 'demo', 'testing'];
  const tests = '[.]test[.]tsx?$';
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/depcruise',
    [...folders, '--config', '.dependency-cruiser.cjs', '--exclude', tests, '--output-type', 'json'],
    { maxBuffer: 100_000_000 },
  );
  const imports = new Map();
  for (const { source, dependencies } of JSON.parse(stdout).modules) {
    const from = folders.includes(source.split('/')[0]) ? moduleOf(source) : null;
    if (from === null) continue;
    const targets = imports.get(from) ?? imports.set(from, new Set()).get(from);
    for (const { resolved, dependencyTypes } of dependencies) {
      if (from === 'testing' || dependencyTypes.includes('type-only')) continue;
      const to = folders.includes(resolved.split('/')[0]) ? moduleOf(resolved) : null;
      if (to !== null && to !== from && !shared.includes(to)) targets.add(to);
    }
  }
  return imports;
}

/** Leaves out an arrow if longer ways lead to the same module: all arrows would be unreadable. */
function withoutShortcuts(imports) {
  const reaches = (from, to) => {
    const next = [...(imports.get(from) ?? [])];
    return next.includes(to) || next.some((module) => reaches(module, to));
  };
  return new Map(
    [...imports].map(([from, targets]) => [
      from,
      [...targets].filter((to) => ![...targets].some((other) => other !== to && reaches(other, to))),
    ]),
  );
}

function describe(imports) {
  const boxes = (modules) => modules.map((module) => `"${module}"`).join('; ');
  const all = [...imports.keys()].sort();
  const service = all.filter((module) => module.startsWith('service/'));
  const groups = {
    Shop: all.filter((module) => ![...service, ...shared, 'demo', 'testing'].includes(module)),
    Service: service,
    'Used by both (arrows left out)': shared,
    'Demo, fakes': ['demo', 'testing'],
  };
  const clusters = Object.entries(groups).map(
    ([label, modules], i) => `subgraph cluster_${i} { label="${label}"; ${boxes(modules)} }`,
  );
  const arrows = all.flatMap((from) =>
    imports
      .get(from)
      .sort()
      .map((to) => `"${from}" -> "${to}"`),
  );
  return `digraph {
    graph [bgcolor=white, pad=0.3, ranksep=0.35, nodesep=0.2, compound=true, fontname="Helvetica", fontsize=13, style="rounded,filled", color="#d5d0c8", fillcolor="#f7f5f1"]
    node [shape=box, style="rounded,filled", fillcolor=white, color="#6b6257", fontname="Helvetica", fontsize=12, height=0.3, margin="0.16,0.05"]
    edge [color="#6b6257", arrowsize=0.6]
    ${[boxes(all), ...clusters, ...arrows].join('\n')}
    "lib/mail" -> {"lib/contract"; "lib/money"; "lib/locale"; "demo"} [style=invis]
    "lib/contract" -> "lib/database" [style=invis]; "lib/money" -> "lib/network" [style=invis]; "lib/locale" -> "lib/log" [style=invis]
    "lib/server" -> "service/reservation" [ltail=cluster_0, lhead=cluster_1, style=dashed, constraint=false, taillabel="HTTPS", labeldistance=5.6, labelangle=10, fontname="Helvetica", fontsize=11]
  }`;
}

const imports = withoutShortcuts(await readImports());
const drawn = (await instance()).renderString(describe(imports), { format: 'svg' });
if (!process.argv.includes('--check')) await writeFile(picture, drawn);
else if ((await readFile(picture, 'utf8')) !== drawn) {
  process.stderr.write('docs/pictures/architecture.svg does not match the code. Run `npm run pictures`.\n');
  process.exitCode = 1;
}
