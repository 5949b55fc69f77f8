import { expect, it } from 'vitest';
import { databaseUrl, readDatabaseUrl, withoutPassword } from './database-url';

it.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db'], false],
  ['postgresql://a:5433/db?sslmode=verify-full', ['postgresql://a:5433/db?sslmode=verify-full'], false],
  ['postgres://a/db?target_session_attrs=primary', ['postgres://a/db?target_session_attrs=primary'], true],
  [
    'postgres://u:p@a:1,[::1]:2,c/db?x=1',
    ['postgres://u:p@a:1/db?x=1', 'postgres://u:p@[::1]:2/db?x=1', 'postgres://u:p@c/db?x=1'],
    true,
  ],
  ['postgres://u:100%sure%C3%A9@a', ['postgres://u:100%sure%C3%A9@a'], false],
  ['postgres://u:p%2C@a,b', ['postgres://u:p%2C@a', 'postgres://u:p%2C@b'], true],
])('%s has its hosts', (url, urls, mustTakeWrites) => {
  expect(readDatabaseUrl(url)).toEqual({ urls, mustTakeWrites });
  expect(databaseUrl.safeParse(url).success).toBe(true);
});

it.each([
  'mysql://a/db',
  'a:5432',
  'postgres://a:x/db',
  'postgres://u:12/secret@a/db',
  'postgres://a,:5432/db',
  'postgres://a,/db',
  'postgres://a,b:99999/db',
  'postgres://u:%ff%ff@a/db',
  'postgres://u:p@a/%C3',
  'postgres://a,b/db?target_session_attrs=any',
  'postgres://a/db?target_session_attrs=standby',
])('%s is wrong', (url) => {
  expect(readDatabaseUrl(url)).toEqual(expect.any(String));
  expect(databaseUrl.safeParse(url).success).toBe(false);
});

it.each([
  ['postgres://u:p:w@d@a,b/db', 'postgres://a,b/db'],
  ['postgres://u@a:5432/db', 'postgres://a:5432/db'],
  ['postgres://a/db?user=u&password=secret', 'postgres://a/db'],
  ['postgres://u:12/secret@a/db', 'of DATABASE_URL'],
])('%s is shown without its password', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});
