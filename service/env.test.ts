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

  it.each<[string, Record<string, string>, string[]]>([
    ['all its own', {}, []],
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
  ])('with %s', (_, settings, sentences) => {
    expect(told({ ...own, ...settings })).toEqual(sentences);
    expect(told({ ...own, ...settings, SERVICE_URL: 'https://localhost:4000' })).toEqual([]);
  });
});
