import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

export interface GivenSettings {
  readonly values: Readonly<Record<string, string>>;
  /** A sentence for each file that can't be used; it does not repeat what is in it. */
  readonly mistakes: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings with these names that an environment has, without the space around each: editors and templates of secrets
 * append line breaks. An empty value counts as none. `<name>_FILE` names a file with the value, as secrets of containers are
 * given.
 */
export function givenSettings(environment: Environment, names: readonly string[]): GivenSettings {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const value = environment[name]?.trim() ?? '';
    const fileName = `${name}_FILE`;
    const file = names.includes(fileName) ? '' : (environment[fileName]?.trim() ?? '');
    if (value !== '') values[name] = value;
    if (file === '') continue;
    if (value !== '') {
      mistakes.push(`${name} and ${fileName} are both set: remove one of them.`);
      continue;
    }
    const read = readNamedFile(fileName, file);
    if ('mistake' in read) mistakes.push(read.mistake);
    else if (read.text.trim() === '') mistakes.push(`${fileName} names a file that is empty.`);
    else values[name] = read.text.trim();
  }
  return { values, mistakes };
}

/** The text of the file that a setting names, or a sentence that says why it can't be read. */
export function readNamedFile(name: string, path: string): { text: string } | { mistake: string } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR')
      return { mistake: `${name} names a folder, and has to name a file.` };
    const reason = error instanceof Error ? error.message : String(error);
    return { mistake: `${name} names a file that can't be read (${reason}).` };
  }
}

const mostMistakes = 2;
const shortest = 6;

/** A sentence for each variable that is probably meant to be one of the settings with these names. */
export function misspeltSettings(environment: Environment, names: readonly string[]): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment).flatMap((variable) => {
    if (known.has(variable) || variable.length < shortest) return [];
    const upper = variable.toUpperCase();
    const meant = names.find((name) => name.length >= shortest && distance(upper, name) <= mostMistakes);
    return meant === undefined ? [] : [`${variable} is no setting: ${meant} is.`];
  });
}
