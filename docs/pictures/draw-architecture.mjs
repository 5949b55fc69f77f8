// Draws architecture.svg, the modules, and shop.svg, the folders of lib/shop, from the imports that dependency-cruiser finds:
// `npm run pictures`. With --check it writes nothing, and fails if a picture does not match the code or folders import each
// other.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { instance } from '@viz-js/viz';
import { findFolderCycles } from './folder-cycles.ts';

const shared = [
  'lib/contract',
  'lib/money',
  'lib/locale',
  'lib/database',
  'lib/network',
  'lib/log',
  'lib/doctor',
];

/** The module of a file: its top folder, or its folder in lib/ or service/. */
function moduleOf(path) {
  const [top, name, ...rest] = path.split('/');
  if (rest.length === 0 && top === 'service') return null; // service/*.ts puts all modules together
  return top === 'lib' || top === 'service' ? `${top}/${name}` : top;
}

const folders = ['app', 'components', 'lib', 'service', 'demo', 'testing'];

/** The files that dependency-cruiser finds, with what they import. */
async function readFiles() {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/depcruise',
    [...folders, 'e2e', 'bench', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { maxBuffer: 200_000_000 },
  );
  return JSON.parse(stdout).modules;
}

/** Each group of files with the groups that it imports. Tests, and imports of types alone, do not count. */
function importsBetween(files, groupOf) {
  const isTest = (path) => /[.]test[.]tsx?$/.test(path);
  const imports = new Map();
  for (const { source, dependencies } of files) {
    const from = isTest(source) ? null : groupOf(source);
    if (from === null) continue;
    const targets = imports.get(from) ?? imports.set(from, new Set()).get(from);
    for (const { resolved, dependencyTypes } of dependencies) {
      if (dependencyTypes.includes('type-only')) continue;
      const to = groupOf(resolved);
      if (to !== null && to !== from) targets.add(to);
    }
  }
  return imports;
}

/** Imports of the modules that both programs use, and those of `testing`, are not drawn. */
function importsOfModules(files) {
  const imports = importsBetween(files, (path) =>
    folders.includes(path.split('/')[0]) ? moduleOf(path) : null,
  );
  for (const [from, targets] of imports)
    for (const to of [...targets]) if (from === 'testing' || shared.includes(to)) targets.delete(to);
  return imports;
}

/** The layer of a file of lib/shop. */
function shopLayer(path) {
  const [, , layer, file] = path.split('/');
  return path.startsWith('lib/shop/') && file !== undefined && layer !== 'migrations' ? layer : null;
}

/** The flow of a file of lib/shop. */
function shopFlow(path) {
  const [, , layer, flow, file] = path.split('/');
  return path.startsWith('lib/shop/flows/') && file !== undefined ? flow : null;
}

/**
 * Leaves out an arrow if longer ways lead to the same module: all arrows would be unreadable. Where modules import each
 * other, all arrows stay.
 */
function withoutShortcuts(imports) {
  const reachedFrom = (module, reached = new Set()) => {
    for (const to of imports.get(module) ?? []) if (!reached.has(to)) reachedFrom(to, reached.add(to));
    return reached;
  };
  const reached = new Map([...imports.keys()].map((module) => [module, reachedFrom(module)]));
  const reaches = (from, to) => reached.get(from)?.has(to) === true;
  return new Map(
    [...imports].map(([from, targets]) => {
      const leadsOn = (other, to) => reaches(other, to) && !reaches(to, other) && !reaches(other, from);
      return [from, [...targets].filter((to) => ![...targets].some((other) => leadsOn(other, to)))];
    }),
  );
}

const look = `graph [bgcolor=white, pad=0.3, ranksep=0.35, nodesep=0.2, compound=true, fontname="Helvetica", fontsize=13, style="rounded,filled", color="#d5d0c8", fillcolor="#f7f5f1"]
    node [shape=box, style="rounded,filled", fillcolor=white, color="#6b6257", fontname="Helvetica", fontsize=12, height=0.3, margin="0.16,0.05"]
    edge [color="#6b6257", arrowsize=0.6]`;

const arrowsOf = (imports) =>
  [...imports.keys()]
    .sort()
    .flatMap((from) => [...imports.get(from)].sort().map((to) => `"${from}" -> "${to}"`));

/** The layers of the shop. The flows are a box, at whose edge the arrows of their layer begin and end. */
function describeShop(layers, flows) {
  const names = [...flows.keys()].sort();
  const first = names.filter((flow) => ![...flows.values()].some((targets) => targets.has(flow)));
  const last = names.filter((flow) => flows.get(flow).size === 0);
  // An arrow needs a flow in the box. The invisible ones keep what imports the flows above them, and what they import below.
  const hidden = (i) => (i === 0 ? '' : ', style=invis');
  const arrow = (from, to) => {
    if (from === 'flows') return last.map((flow, i) => `"${flow}" -> "${to}" [ltail=cluster_0${hidden(i)}]`);
    if (to === 'flows') return first.map((flow, i) => `"${from}" -> "${flow}" [lhead=cluster_0${hidden(i)}]`);
    return [`"${from}" -> "${to}"`];
  };
  const arrows = [...withoutShortcuts(layers)].flatMap(([from, targets]) =>
    targets.flatMap((to) => arrow(from, to)),
  );
  return `digraph {
    ${look}
    subgraph cluster_0 { label="flows"; ${names.map((flow) => `"${flow}"`).join('; ')} }
    ${[...arrowsOf(withoutShortcuts(flows)), ...arrows.sort()].join('\n')}
  }`;
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
  return `digraph {
    ${look}
    ${[boxes(all), ...clusters, ...arrowsOf(imports)].join('\n')}
    "lib/mail" -> {"lib/contract"; "lib/money"; "lib/locale"; "demo"} [style=invis]
    "lib/contract" -> "lib/database" [style=invis]; "lib/money" -> "lib/network" [style=invis]; "lib/locale" -> "lib/log" [style=invis]
    "lib/server" -> "service/reservation" [ltail=cluster_0, lhead=cluster_1, style=dashed, constraint=false, taillabel="HTTPS", labeldistance=5.6, labelangle=10, fontname="Helvetica", fontsize=11]
  }`;
}

/** Writes a picture, or with --check compares it. */
async function draw(name, description) {
  const picture = new URL(name, import.meta.url);
  const drawn = (await instance()).renderString(description, { format: 'svg' });
  if (!process.argv.includes('--check')) return writeFile(picture, drawn);
  if ((await readFile(picture, 'utf8')) !== drawn)
    fail(`docs/pictures/${name} does not match the code. Run \`npm run pictures\`.`);
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

const files = await readFiles();
for (const cycle of findFolderCycles(files)) fail(`These folders import each other: ${cycle}`);
await draw('architecture.svg', describe(withoutShortcuts(importsOfModules(files))));
await draw('shop.svg', describeShop(importsBetween(files, shopLayer), importsBetween(files, shopFlow)));
