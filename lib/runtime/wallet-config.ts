import {
  type AppleCredentials,
  appleCredentials,
  type AppleFile,
  type GoogleCredentials,
  googleCredentials,
  WrongCredentials,
} from '../wallet/credentials';
import { WrongEnvironment } from '../network/check-settings';
import { readNamedFile } from '../network/given-settings';
import type { ParsedEnvironment } from './env';

/** With what passes are signed; null: the shop has none of that wallet. */
export interface WalletConfig {
  readonly apple: AppleCredentials | null;
  readonly google: GoogleCredentials | null;
}

const appleSettings = {
  certificate: 'WALLET_APPLE_CERTIFICATE_FILE',
  key: 'WALLET_APPLE_KEY_FILE',
  authority: 'WALLET_APPLE_AUTHORITY_FILE',
} as const satisfies Record<AppleFile, keyof ParsedEnvironment>;
const googleSettings = { issuer: 'WALLET_GOOGLE_ISSUER_ID', key: 'WALLET_GOOGLE_KEY_FILE' } as const;

/** Throws WrongEnvironment with a sentence for each mistake. */
export function readWallets(values: ParsedEnvironment): WalletConfig {
  return { apple: readApple(values), google: readGoogle(values) };
}

function readApple(values: ParsedEnvironment): AppleCredentials | null {
  if (!areGiven(values, Object.values(appleSettings))) return null;
  const files = {
    certificate: read(values, appleSettings.certificate),
    key: read(values, appleSettings.key),
    authority: read(values, appleSettings.authority),
  };
  return checked(appleSettings, () => appleCredentials(files));
}

function readGoogle(values: ParsedEnvironment): GoogleCredentials | null {
  if (!areGiven(values, Object.values(googleSettings))) return null;
  const json = read(values, googleSettings.key);
  return checked(googleSettings, () => googleCredentials(values[googleSettings.issuer] ?? '', json));
}

type Setting = (typeof appleSettings)[AppleFile] | (typeof googleSettings)['issuer' | 'key'];

/** Whether a wallet has its settings, which belong together: some of them only are a mistake. */
function areGiven(values: ParsedEnvironment, names: readonly Setting[]): boolean {
  const given = names.filter((name) => values[name] !== undefined);
  if (given.length === 0) return false;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === 0) return true;
  throw new WrongEnvironment(missing.map((name) => `${name} is missing: ${given.join(' and ')} needs it.`));
}

function read(values: ParsedEnvironment, name: Setting): string {
  const path = values[name];
  if (path === undefined) throw new Error(`${name} was not checked`);
  const read = readNamedFile(name, path);
  if ('mistake' in read) throw new WrongEnvironment([read.mistake]);
  return read.text;
}

function checked<File extends string, Value>(
  names: Readonly<Record<File, Setting>>,
  parse: () => Value,
): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof WrongCredentials)) throw error;
    const name = Object.entries<Setting>(names).find(([file]) => file === error.file)?.[1];
    throw new WrongEnvironment([`${name ?? ''} has to name ${error.message}.`]);
  }
}
