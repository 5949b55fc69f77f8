// `npm run release` makes ticketing-VERSION-PLATFORM.tar.gz (docs/releases.md).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sourcesOfShop } from '../demo/prepare.mjs';
import { releaseFiles } from './release-files.mjs';

const { name, version, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const release = `${name}-${version}`;
const archive = `${release}-${process.platform}-${process.arch}.tar.gz`;

build();
const files = await releaseFiles();
const folder = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const root = join(folder, release);
  const copies = new Map();
  for (const file of files) copy(file, join(root, file), copies);
  writeFileSync(
    join(root, 'package.json'),
    `${JSON.stringify({ name, version, license, type, engines }, null, 2)}\n`,
  );
  const unpacked = [...files, 'package.json'].reduce(
    (sum, file) => sum + lstatSync(join(root, file)).size,
    0,
  );
  const saved = [...copies.values()].reduce((sum, { size, count }) => sum + size * (count - 1), 0);
  pack(folder);
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    `${archive}: ${files.length + 1} files, ${megabytes(unpacked - saved)}, packed ${megabytes(statSync(archive).size)}\n` +
      `sha256 ${createHash('sha256').update(readFileSync(archive)).digest('hex')}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** As `npm run build`, but builds of the same sources have the same name, which is in the paths of some files. */
function build() {
  const env = {
    ...process.env,
    NEXT_DIST_DIR: '.next',
    NEXT_TELEMETRY_DISABLED: '1',
    BUILD_NAME: buildName(),
  };
  for (const program of ['demo/build-shop.mjs', 'build-programs.mjs']) {
    execFileSync(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}

function buildName() {
  const hash = createHash('sha256');
  for (const file of execFileSync('git', ['ls-files', ...sourcesOfShop], { encoding: 'utf8' })
    .trim()
    .split('\n'))
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 20);
}

/**
 * Next writes some files for every route, equal but for the name of a map that is not made. Such copies become hard links
 * of one file: they are a third of everything.
 */
function copy(from, to, copies) {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  if (!/^\.next\/server\/.*\.js$/.test(from)) return copyFileSync(from, to);
  const text = readFileSync(from, 'utf8').replace(/\n\/\/# sourceMappingURL=[^\n]*\s*$/, '\n');
  const hash = createHash('sha256').update(text).digest('hex');
  const same = copies.get(hash);
  if (same === undefined) {
    writeFileSync(to, text);
    copies.set(hash, { path: to, size: Buffer.byteLength(text), count: 1 });
  } else {
    linkSync(same.path, to);
    same.count += 1;
  }
}

/** Everybody may read the files, and root owns them. Their time is that of the commit. */
function pack(folder) {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  const options = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  execFileSync('tar', [
    '--create',
    '--use-compress-program=gzip -n -9',
    `--file=${archive}`,
    ...options,
    '-C',
    folder,
    release,
  ]);
}
