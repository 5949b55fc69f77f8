import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSeeded } from '@/testing/person';

/** A text that a run has left behind, and where it is. */
export interface Piece {
  where: string;
  text: string;
}

export async function piecesIn(folder: string): Promise<Piece[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({ where: name, text: await readFile(join(folder, name), 'utf8') })),
  );
}

/**
 * What a run must not leave in its logs, collected from its browsers and its mailbox: e-mail addresses,
 * mailed codes and links, links of single tickets, and the values of cookies.
 */
export function secretsOf({ mails, recorded }: { mails: MailOfRun[]; recorded: readonly Piece[] }): string[] {
  // One text of everything that a run recorded would be longer than a string can be.
  const answers = (pattern: RegExp) => recorded.flatMap(({ text }) => matches(text, pattern));
  const found = [
    ...mails.flatMap(({ to }) => to),
    ...mails.flatMap(({ text }) => matches(text ?? '', /\b\d{4} \d{4}\b/g)),
    ...mails.flatMap(({ text }) => matches(text ?? '', /(?<=\/orders\/link\/)[\w-]+/g)),
    ...answers(/(?<=\/tickets\/)(?:[\w-]{64}|[\w-]{43})/g),
    // Each cookie of a response has a line of its own. Short values are deletions and flags.
    ...answers(/(?<=^(?:set-cookie: )?[^=;\s]+=)[^;\s]{16,}(?=; Path=)/gim),
  ];
  return [...new Set(found)];
}

export interface MailOfRun {
  to: string[];
  text: string | null;
}

/** Where one of the secrets occurs in these texts: the place, and the beginning of the secret. */
export function secretsIn(pieces: readonly Piece[], secrets: readonly string[]): string[] {
  return pieces.flatMap(({ where, text }) =>
    findSeeded(text, secrets).map((one) => `${where}: ${one.slice(0, 12)}`),
  );
}

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];
