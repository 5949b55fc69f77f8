import { statSync } from 'node:fs';
import { WrongEnvironment } from '../network/check-settings';
import { givenSettings, misspeltSettings } from '../network/given-settings';
import { type Check, type Examination, type Finding, ok, secretsOf, warning, wrong } from './check';

type Environment = Readonly<Record<string, string | undefined>>;

interface Program<Configuration> {
  /** The names of its settings. */
  readonly names: readonly string[];
  /** Throws WrongEnvironment. */
  readonly read: (environment: Environment) => Configuration;
  /** The checks that need right settings. */
  readonly checks: (config: Configuration) => readonly Check[];
}

/** The checks of the settings of a program, and all others, if the settings can be read. */
export function examine<Configuration>(
  { names, read, checks }: Program<Configuration>,
  environment: Environment,
): Examination {
  const secrets = secretsOf(givenSettings(environment, names).values);
  const odd = misspeltSettings(environment, names).map(warning);
  const files = { subject: 'files of secrets', look: () => lookAtFiles(environment, names) };
  try {
    const config = read(environment);
    const settings = { subject: 'settings', look: () => [ok('All settings can be used.'), ...odd] };
    return { checks: [settings, files, ...checks(config)], secrets };
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error;
    const mistakes = error.sentences.map(wrong);
    const rest = warning('Nothing else is looked at before the settings are right.');
    return {
      checks: [{ subject: 'settings', look: () => [...mistakes, ...odd, rest] }, files],
      secrets,
    };
  }
}

/** Files with the values of settings, and with private keys. */
function lookAtFiles(environment: Environment, names: readonly string[]): Finding[] {
  // KEY_FILE names a key itself; other settings of this kind name certificates, which are public.
  const settings = names.map((name) => (name.endsWith('_FILE') ? name : `${name}_FILE`));
  const given = settings.flatMap((name) => {
    const path = environment[name]?.trim() ?? '';
    return path === '' || (names.includes(name) && !name.endsWith('KEY_FILE')) ? [] : [{ name, path }];
  });
  if (given.length === 0) return [ok('No setting names a file of a secret.')];
  const open = given.flatMap(({ name, path }) => openToAll(name, path));
  return open.length > 0 ? open : [ok('No other user of this machine can read them.')];
}

function openToAll(name: string, path: string): Finding[] {
  const found = statSync(path, { throwIfNoEntry: false });
  // That it is missing is told with the settings.
  if (found === undefined || (found.mode & 0o007) === 0) return [];
  return [wrong(`Every user of this machine can use the file of ${name}: close it with chmod o= ${path}`)];
}
