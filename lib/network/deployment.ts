/** Whether an address is on this machine: then it is not a deployment for other users. */
export function isOwnMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** What is wrong with an address that other machines have to reach, by the name of its setting; empty: nothing. */
export function addressMistakes(name: string, address: string): string[] {
  if (isOwnMachine(address)) return [`${name} is an address of this machine, as in the demonstration.`];
  return address.startsWith('https:') ? [] : [`${name} has to start with https://.`];
}

/** What is wrong with a number of processes, by the name of its setting: the embedded database is part of one process. */
export function processMistakes<Name extends string>(
  name: Name,
  given: { readonly DATABASE_URL?: string | undefined } & { readonly [name in Name]?: string | undefined },
): string[] {
  return given.DATABASE_URL === undefined && Number(given[name] ?? 1) > 1
    ? [`${name} has to be 1 without DATABASE_URL.`]
    : [];
}

interface ChosenDatabase {
  readonly DATABASE?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_POOLER?: string | undefined;
}

/**
 * What is wrong with the database of a program that other machines can reach: that it is the embedded one only because a
 * setting was forgotten, and is lost with the folder, would be noticed after the first sales.
 */
export function missingDatabase({ DATABASE, DATABASE_URL }: ChosenDatabase): string[] {
  if (DATABASE_URL !== undefined || DATABASE !== undefined) return [];
  return [
    'DATABASE_URL is missing: other machines can reach this address, so give the program PostgreSQL, ' +
      'or choose the embedded database with DATABASE=embedded.',
  ];
}

/** What is wrong with settings of a database together. */
export function databaseMistakes({ DATABASE, DATABASE_URL, DATABASE_POOLER }: ChosenDatabase): string[] {
  if (DATABASE_URL === undefined) {
    return DATABASE_POOLER === undefined
      ? []
      : ['DATABASE_POOLER is set without DATABASE_URL, the address of the pooler.'];
  }
  return DATABASE === undefined
    ? []
    : ['DATABASE=embedded and DATABASE_URL are both set: remove one of them.'];
}

/** What is wrong with the ports of a program together; `name` is the setting of its own port. */
export function portMistakes(name: string, port: string, metricsPort: string | undefined): string[] {
  return Number(metricsPort) === Number(port)
    ? [`METRICS_PORT is the same as ${name}: metrics need another port.`]
    : [];
}

/** What is wrong with the choice of a secret. The message does not repeat its value. */
export function regularityMistakes(name: string, secret: string): string[] {
  return isGuessable(secret)
    ? [`${name} is too regular: take a random one, as of “openssl rand -base64 32”.`]
    : [];
}

/** Whether a text is too regular for a secret: few different characters, or the same few repeated. */
function isGuessable(secret: string): boolean {
  const characters = Array.from(secret);
  const isRepeated = /^(.{1,12}?)\1+$/s.test(secret);
  return isRepeated || new Set(characters).size < 8 || entropyOf(characters) < 80;
}

/** Shannon entropy of the character frequencies, in bits: 32 random hexadecimal digits have about 120. */
function entropyOf(characters: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const one of characters) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / characters.length);
  return bits;
}
