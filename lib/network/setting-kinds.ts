import { z } from 'zod';

// The kinds of values that settings of both programs have. Each message continues a sentence that begins with the name of the
// setting.

export const connectionsAbout =
  'how many connections to PostgreSQL each process may open, 2 to 100. Without it, 10, and 40 of all its processes together';

/** The address under which others reach a program: a protocol, a host and perhaps a port. */
export function originUrl(protocols: RegExp, example: string) {
  return z
    .url({ protocol: protocols, error: `has to be an address such as ${example}` })
    .refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), {
      error: `has to be an address without a path, such as ${example}`,
    });
}

const isOrigin = ({ pathname, search, hash, username }: URL) =>
  /^\/*$/.test(pathname) && search === '' && hash === '' && username === '';
