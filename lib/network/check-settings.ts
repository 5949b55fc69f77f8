import { z } from 'zod';
import { givenSettings } from './given-settings';

/** The environment is wrong: one sentence for each mistake, which names the variable. */
export class WrongEnvironment extends Error {
  override name = 'WrongEnvironment';
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What an environment has for the settings of a schema: their texts (`given`), their values, which are undefined if one is
 * wrong, and a sentence for each mistake. Values are never repeated. Messages of the schema continue a sentence that begins
 * with the name of the setting.
 */
export function checkSettings<Settings extends z.ZodRawShape>(settings: Settings, environment: Environment) {
  const { values: given, mistakes } = givenSettings(environment, Object.keys(settings));
  const parsed = z.object(settings).safeParse(given);
  // Of a list, each wrong element is an issue.
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}.`);
  return {
    given,
    values: parsed.data,
    mistakes: [...new Set([...mistakes, ...wrong])],
  };
}

/** The values of settings that do not depend on one another. Throws WrongEnvironment with every mistake. */
export function readSettings<Settings extends z.ZodRawShape>(settings: Settings, environment: Environment) {
  const { values, mistakes } = checkSettings(settings, environment);
  if (values === undefined || mistakes.length > 0) throw new WrongEnvironment(mistakes);
  return values;
}

const settingOf = (sentence: string) => sentence.split(' ', 1)[0] ?? '';

/**
 * Throws WrongEnvironment if there are mistakes. `alone`: of single settings; `together`: of settings with others, which are
 * not told for one that is wrong alone. All begin with the name of the setting.
 */
export function refuseMistakes(alone: readonly string[], together: readonly string[]): void {
  const wrong = new Set(alone.map(settingOf));
  const all = new Set([...alone, ...together.filter((sentence) => !wrong.has(settingOf(sentence)))]);
  if (all.size > 0) throw new WrongEnvironment([...all]);
}
