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

/** The files in code font that do not exist, if they are named with their folder. */
function missingFiles(file: string): string[] {
  const names = [
    ...withoutCode(read(file)).matchAll(
      /`((?:app|components|lib|service|demo|testing|e2e|bench|docs|deploy)\/[^`\s]*)`/g,
    ),
  ];
  return names
    .map(([, name = '']) => name)
    .filter((name) => !/[*…<{]/.test(name) && name !== 'bench/results/')
    .filter((name) => !existsSync(name));
}

/** How much of a title is looked for in its file: the rest may be made from a table of cases. */
const titleCharacters = 30;

/** The tests of a page (`file` › beginning of a title › …) whose file has no such title. */
function missingTests(file: string): string[] {
  const lines = withoutCode(read(file))
    .replace(/\n +(?! |- )/g, ' ')
    .split('\n');
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

describe.each([...pages, ...decisions])('%s', (file) => {
  it('has no link that leads nowhere, and names no file or test that does not exist', () => {
    expect([...brokenLinks(file), ...missingFiles(file), ...missingTests(file)]).toEqual([]);
  });
});

it.each(pages)('%s is short enough to be read at once', (file) => {
  expect(statSync(file).size).toBeLessThanOrEqual(file === 'README.md' ? 8_000 : 15_000);
});
