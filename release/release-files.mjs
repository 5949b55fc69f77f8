import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);

/** What node runs. */
const programs = [
  'dist/service/main.mjs',
  'dist/service/document/pdf-worker.mjs',
  'dist/service/import-command.mjs',
  'dist/service/distribute-command.mjs',
  'dist/doctor.mjs',
  'dist/lib/server/main.mjs',
  'dist/lib/database/embedded-thread.mjs',
  'dist/lib/runtime/migrate-command.mjs',
  'dist/lib/runtime/reconcile-command.mjs',
];

// The server of Next, without what builds pages and what serves them while they are written. What pages load of Next is
// in the traces of its own build.
const serverOfNext = ['next/dist/server/next.js', 'next/dist/server/next-server.js', 'next/constants.js'];
const onlyForBuilding = [
  '**/next/dist/compiled/next-server/**/*.dev.js',
  '**/next/dist/compiled/next-server/{app-page,app-route,pages,pages-api}{,-experimental}.runtime.*',
  '**/next/dist/compiled/webpack/*',
  '**/next/dist/compiled/babel/**',
  '**/next/dist/compiled/babel-packages/**',
  '**/next/dist/compiled/@vercel/nft/**',
  '**/next/dist/build/webpack/**',
  '**/next/dist/build/swc/**',
  '**/next/dist/build/index.js',
  '**/next/dist/server/dev/{hot-reloader,next-dev-server,turbopack-utils}*',
  '**/next/dist/lib/upgrade/**',
  '**/next/dist/bin/next',
];

/** Folders and files that are copied as they are. */
const copied = [
  'bin',
  'deploy',
  'docs',
  'lib/shop/migrations',
  'public',
  'service/migrations',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'next.config.mjs',
  'run-built.mjs',
];
/** Of the build of the pages; the server does not read them. */
const leftOfPages =
  /^\.next\/(build|cache|dev|diagnostics|standalone|trace|trace-build|turbopack|types)(\/|$)|\.nft\.json$|\.map$/;
/** Of packages, what serving built pages does not load. */
const leftOfPackages =
  /\.map$|\.d\.[cm]?ts$|\/react-dom\/.*\.(development|browser\..*|edge\..*)\.js$|-experimental\.runtime\.prod\.js$|\/pglite\/dist\/.*\.cjs$|\/next\/dist\/(server\/capsize-font-metrics\.json|compiled\/(next-devtools|edge-runtime|@edge-runtime\/primitives)\/)/;
/** Of the docs; they belong to the repository. */
const leftOfDocs = /\.(ts|mjs)$|^docs\/pictures\/pages\//;

/** Files that the programs find by a name that they put together. */
const foundByName = [
  /^node_modules\/@expo-google-fonts\/(bricolage-grotesque\/700Bold|source-serif-4\/(400Regular|700Bold))\/.*\.ttf$/,
  /^node_modules\/@fontsource-variable\/[^/]+\/(package\.json|unicode\.json|files\/.*-wght-normal\.woff2)$/,
  // Next looks whether these are there, also where it builds nothing.
  /^node_modules\/next\/dist\/compiled\/(webpack\/(?!bundle)|@babel\/runtime\/package\.json$)/,
  /^node_modules\/swagger-ui-dist\/(package\.json|swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/,
];
const foldersFoundByName = [
  'node_modules/@expo-google-fonts',
  'node_modules/@fontsource-variable',
  'node_modules/next/dist/compiled/@babel/runtime',
  'node_modules/next/dist/compiled/webpack',
  'node_modules/swagger-ui-dist',
];

const licence = /^(licen[cs]e|notice|copying|copyright|ofl)([.-].*)?$/i;

/** The paths of all files of a release, sorted, after `npm run build` in this folder. Throws an Error if one is missing. */
export async function releaseFiles() {
  const files = new Set([...(await filesOfPrograms()), ...filesOfPages()]);
  for (const path of copied) {
    for (const file of filesIn(path)) if (path !== 'docs' || !leftOfDocs.test(file)) files.add(file);
  }
  for (const folder of foldersFoundByName) {
    for (const file of filesIn(folder))
      if (foundByName.some((pattern) => pattern.test(file))) files.add(file);
  }
  for (const file of licencesOf(files)) files.add(file);
  return [...files].sort();
}

async function filesOfPrograms() {
  const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft');
  const base = process.cwd();
  // Both forms of packages that are written for import and for require, as the build of Next does.
  const options = { base, mixedModules: true, moduleSyncCatchall: true };
  const trace = async (entries, ignore) => [
    ...(await nodeFileTrace(entries, { ...options, ignore })).fileList,
  ];
  const found = [
    ...(await trace(programs, ['node_modules/next/dist/**'])),
    ...(await trace(
      serverOfNext.map((name) => require.resolve(name)),
      onlyForBuilding,
    )),
  ];
  return found.filter((file) => isFile(file) && !leftOfPackages.test(file));
}

/** What Next built, and what its pages load according to the traces of the build. */
function filesOfPages() {
  const built = filesIn('.next');
  const traced = built
    .filter((file) => file.endsWith('.nft.json'))
    .flatMap((file) =>
      JSON.parse(readFileSync(file, 'utf8')).files.map((path) => relative('.', join(dirname(file), path))),
    );
  return [...built.filter((file) => !leftOfPages.test(file)), ...traced.filter((file) => isKept(file))];
}

// The server of Next is traced above.
const isKept = (file) => file.startsWith('node_modules/') && !leftOfPackages.test(file) && isFile(file);

/** The licences of these packages ask that their texts go with copies. */
function licencesOf(files) {
  const packages = new Set();
  for (const file of files) {
    const [folder] =
      /^node_modules\/(@[^/]+\/)?[^/]+(\/node_modules\/(@[^/]+\/)?[^/]+)*(?=\/)/.exec(file) ?? [];
    if (folder !== undefined) packages.add(folder);
  }
  return [...packages].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => licence.test(name))
      .map((name) => join(folder, name))
      .filter((file) => isFile(file)),
  );
}

function filesIn(path) {
  if (isFile(path)) return [path];
  // Next links the packages that it does not bundle.
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
}

const isFile = (path) => lstatSync(path).isFile();
