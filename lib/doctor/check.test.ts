import { describe, expect, it } from 'vitest';
import { ok, runChecks, secretsOf, warning, wrong } from './check';
import { runDoctor } from './run-doctor';

describe('checks', () => {
  it('keep their order, and go on when one fails or takes too long', async () => {
    const started: string[] = [];
    const check = (subject: string, look: () => Promise<never> | readonly []) => ({
      subject,
      look: () => {
        started.push(subject);
        return look();
      },
    });
    const checks = [
      check('slow', () => new Promise<never>(() => undefined)),
      check('broken', () => Promise.reject(new Error('out of order'))),
      { subject: 'last', look: () => [ok('Fine.')] },
    ];
    expect(await runChecks({ checks, secrets: [] }, 0.01)).toEqual([
      { subject: 'slow', state: 'wrong', sentence: 'This could not be looked at within 0.01 seconds.' },
      { subject: 'broken', state: 'wrong', sentence: 'This could not be looked at: out of order.' },
      { subject: 'last', state: 'ok', sentence: 'Fine.' },
    ]);
    expect(started).toEqual(['slow', 'broken']);
  });

  it('repeat no secret, also if an error does', async () => {
    const secrets = secretsOf({
      SERVICE_CLIENT_SECRET: 'abcdefgh-1',
      PAYMENT_SECRET_KEY: 'sk_live_abcdefgh',
      NEXTAUTH_SECRET: 'abcdefgh-3',
      DATABASE_URL: 'postgres://me:pass%20word@one:5432,two:5432/shop',
      SMTP_URL: 'smtps://me:100%sure!!@mail.example',
      OTHER_URL: 'postgres://me:%ff%ff%ff%ff@one/shop',
      SHOP_NAME: 'Programme',
    });
    const quoted =
      'abcdefgh-1 sk_live_abcdefgh abcdefgh-3 pass%20word “pass word” 100%sure!! %ff%ff%ff%ff Programme';
    const checks = [{ subject: 'quotes', look: () => Promise.reject(new Error(quoted)) }];
    const [found] = await runChecks({ checks, secrets });
    expect(found?.sentence).toBe(
      'This could not be looked at: [secret] [secret] [secret] [secret] “[secret]” [secret] [secret] Programme.',
    );
  });
});

describe('the command', () => {
  const programs = {
    service: () => ({ checks: [{ subject: 'a', look: () => [ok('Fine.'), warning('Odd.')] }], secrets: [] }),
    storefront: () => ({ checks: [{ subject: 'b', look: () => [wrong('Broken.')] }], secrets: [] }),
  };

  it('looks at one program or at both, and fails if something is wrong', async () => {
    expect(await runDoctor(programs, ['service'], {})).toEqual({
      code: 0,
      text: 'service\nok       a: Fine.\nwarning  a: Odd.\n\n0 wrong, 1 warnings, 1 ok\n',
    });
    expect(await runDoctor(programs, ['storefront', 'service'], {})).toEqual({
      code: 1,
      text: 'service\nok       a: Fine.\nwarning  a: Odd.\n\nstorefront\nwrong    b: Broken.\n\n1 wrong, 1 warnings, 1 ok\n',
    });
  });

  it.each([[[]], [['shop']], [['service', 'all']]])('says how it is used (%j)', async (names) => {
    expect(await runDoctor(programs, names, {})).toEqual({
      code: 1,
      text: 'Usage: bin/ticketing doctor service | storefront, with the settings of the program.\n',
    });
  });
});
