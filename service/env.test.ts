import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEnvironment, WrongEnvironment } from './env';

function told(settings: Record<string, string>): string[] {
  try {
    readEnvironment(settings);
    return [];
  } catch (error) {
    if (error instanceof WrongEnvironment) return error.message.split('\n');
    throw error;
  }
}

describe('a service at a public address', () => {
  const own = { SERVICE_URL: 'https://tickets.example', TOKEN_ISSUER: 'https://id.example' };
  const secret = () => randomBytes(32).toString('base64');

  it.each<[string, Record<string, string>, string[]]>([
    ['all its own', { DOCUMENTS_SECRET: secret() }, []],
    [
      'the issuer of the demonstration',
      { TOKEN_ISSUER: '' },
      ['TOKEN_ISSUER is an address of this machine, as in the demonstration.'],
    ],
    [
      'an issuer without TLS',
      { TOKEN_ISSUER: 'http://id.example' },
      ['TOKEN_ISSUER has to start with https://.'],
    ],
    [
      'a regular secret and an issuer without TLS',
      { TOKEN_ISSUER: 'http://id.example', DOCUMENTS_SECRET: 'x'.repeat(40) },
      [
        'TOKEN_ISSUER has to start with https://.',
        'DOCUMENTS_SECRET is too regular: take a random one, as of “openssl rand -base64 32”.',
      ],
    ],
  ])('with %s', (_, settings, sentences) => {
    expect(told({ ...own, ...settings })).toEqual(sentences);
    expect(told({ ...own, ...settings, SERVICE_URL: 'https://localhost:4000' })).toEqual([]);
  });
});
