import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const inFolder = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = [...inFolder('.'), ...inFolder('docs')];
const decisions = inFolder('docs/decisions');

const read = (file: string) => readFileSync(file, 'utf8');
const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, '');
const inOneLine = (text: string) => text.replace(/\n +(?! |- )/g, ' ');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The links of a page that lead nowhere. */
function brokenLinks(file: string): string[] {
  const text = withoutCode(read(file)).replace(/`[^`]*`/g, 'code');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    // In the address of a page, folders of the app have brackets.
    const target = path === '' ? file : join(dirname(file), decodeURIComponent(path));
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(read(target)).has(anchor);
  });
}

const topFolders = [
  'app',
  'components',
  'lib',
  'service',
  'demo',
  'testing',
  'e2e',
  'bench',
  'docs',
  'deploy',
];

/** The files in code font that do not exist, if they are named with their folder. */
function missingFiles(file: string): string[] {
  const path = new RegExp(`\`((?:${topFolders.join('|')})/[^\`\\s]*)\``, 'g');
  const names = [...withoutCode(read(file)).matchAll(path)];
  return names
    .map(([, name = '']) => name)
    .filter((name) => !/[*…<{]/.test(name) && name !== 'bench/results/')
    .filter((name) => !existsSync(name));
}

/** How much of a title is looked for in its file: the rest may be made from a table of cases. */
const titleCharacters = 30;

/** The tests of a page (`file` › beginning of a title › …) whose file has no such title. */
function missingTests(file: string): string[] {
  const lines = inOneLine(withoutCode(read(file))).split('\n');
  const named = lines.flatMap((line) => [...line.matchAll(/`([^`\s]+[.](?:test|spec)[.]tsx?)`([^`]*)/g)]);
  return named.flatMap(([, name = '', said = '']) => {
    if (name.includes('*')) return [];
    if (!existsSync(name)) return [name];
    const source = read(name);
    const titles = said
      .split('›')
      .slice(1)
      .map((title) =>
        title
          .replace(/[(…|].*$/, '')
          .trim()
          .slice(0, titleCharacters),
      );
    return titles
      .filter((title) => !source.includes(title.replace(/[;.,:]$/, '')))
      .map((title) => `${name} › ${title}`);
  });
}

interface Step {
  text: string;
  /** Where a file is that the step names. */
  pathOf: (name: string) => string;
}

/** The steps of a walk. The line “In `folder`:” above a step says where its paths begin, if not at the root. */
function stepsOf(walk: string): Step[] {
  let folder = '';
  return inOneLine(walk)
    .split('\n')
    .flatMap((text): Step[] => {
      const place = /^(?:In|Back in) (?:`([^`]+)`)?/.exec(text);
      if (place !== null) folder = place[1] ?? '';
      if (!/^\d+[.] /.test(text)) return [];
      const start = folder;
      return [
        {
          text,
          pathOf: (name) => (topFolders.includes(name.split('/')[0] ?? '') ? name : join(start, name)),
        },
      ];
    });
}

const namedFile = '`([^`\\s]+[.]tsx?)`';
const namesIn = (text: string) => [...text.matchAll(/`([a-z]\w*)`/gi)].map(([, name = '']) => name);

/** The functions that a step names beside a file: `file` (`a` → `b`), `file`: `a`, `a` (`file`. */
const besideFiles = (text: string): [file: string, name: string][] => [
  ...[...text.matchAll(new RegExp(`${namedFile} \\(([^()]*)\\)`, 'g'))].flatMap(([, file = '', said = '']) =>
    namesIn(said).map((name): [string, string] => [file, name]),
  ),
  ...[...text.matchAll(new RegExp(`${namedFile}: \`(\\w+)\``, 'g'))].map(
    ([, file = '', name = '']): [string, string] => [file, name],
  ),
  ...[...text.matchAll(new RegExp(`\`(\\w+)\` \\(${namedFile}`, 'g'))].map(
    ([, name = '', file = '']): [string, string] => [file, name],
  ),
];

const isWordOf = (name: string, file: string) =>
  existsSync(file) && new RegExp(`\\b${name}\\b`).test(read(file));

/** What is wrong in a walk through the code: files that do not exist, and names that their file, or no file, has. */
function wrongNames(walk: string): string[] {
  const steps = stepsOf(walk);
  const files = steps.flatMap(({ text, pathOf }) =>
    [...text.matchAll(new RegExp(namedFile, 'g'))].map(([, name = '']) => pathOf(name)),
  );
  return [
    ...files.filter((file) => !existsSync(file)),
    ...steps.flatMap(({ text, pathOf }) =>
      besideFiles(text)
        .filter(([file, name]) => !isWordOf(name, pathOf(file)))
        .map(([file, name]) => `${file}: ${name}`),
    ),
    ...steps
      .flatMap(({ text }) => namesIn(text))
      .filter((name) => name !== name.toUpperCase() && !files.some((file) => isWordOf(name, file))),
  ];
}

describe('the walks through the code', () => {
  const walks = [...read('docs/architecture.md').matchAll(/^## (Walk \d).*$(?:\n(?!## ).*)*/gm)];

  it.each(walks.map(([text, name = '']) => ({ name, text })))('$name names what exists', ({ text }) => {
    expect(stepsOf(text).length).toBeGreaterThan(10);
    expect(wrongNames(text)).toEqual([]);
  });

  it('cannot name missing files, functions that are elsewhere, or names that no file has', () => {
    const walk = [
      'In `lib/money`:',
      '1. `no-file.ts` calls `money.ts` (`sumAmounts` → `paidBack`), which `noName` gives to `leastOf`',
      '   (`lib/log/program-log.ts`: said). `lib/log/program-log.ts`: `feeKind`.',
      'Back in the storefront:',
      '2. `money.ts` is not here.',
    ].join('\n');
    expect(wrongNames(walk)).toEqual([
      'lib/money/no-file.ts',
      'money.ts',
      'money.ts: paidBack',
      'lib/log/program-log.ts: feeKind',
      'lib/log/program-log.ts: leastOf',
      'paidBack',
      'noName',
    ]);
  });

  it('are three', () => {
    expect(walks).toHaveLength(3);
  });
});

describe.each([...pages, ...decisions])('%s', (file) => {
  it('has no link that leads nowhere, and names no file or test that does not exist', () => {
    expect([...brokenLinks(file), ...missingFiles(file), ...missingTests(file)]).toEqual([]);
  });
});

it.each(pages)('%s is short enough to be read at once', (file) => {
  expect(statSync(file).size).toBeLessThanOrEqual(file === 'README.md' ? 8_000 : 15_000);
});
