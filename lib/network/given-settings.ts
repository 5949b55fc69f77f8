import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

export interface GivenSettings {
  readonly values: Readonly<Record<string, string>>;
  /** A sentence for each file that can't be used; it does not repeat what is in it. */
  readonly mistakes: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings with these names that an environment has. An empty value counts as none. `<name>_FILE` names a file with the
 * value, as secrets of containers are given.
 */
export function givenSettings(environment: Environment, names: readonly string[]): GivenSettings {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const value = environment[name] ?? '';
    const fileName = `${name}_FILE`;
    const file = names.includes(fileName) ? '' : (environment[fileName] ?? '');
    if (value !== '') values[name] = value;
    if (file === '') continue;
    if (value !== '') {
      mistakes.push(`${name} and ${fileName} are both set: remove one of them.`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (text !== '') values[name] = text;
      else mistakes.push(`${fileName} names a file that is empty.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      mistakes.push(`${fileName} names a file that can't be read (${reason}).`);
    }
  }
  return { values, mistakes };
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
