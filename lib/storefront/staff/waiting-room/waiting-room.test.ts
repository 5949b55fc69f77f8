import { expect, it } from 'vitest';
import { momentIn, parseTypedScope } from './waiting-room';

const [catalogId, productId] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);

it.each([
  ['2026-11-21T10:00', 'Europe/Paris', '2026-11-21T09:00:00.000Z'],
  ['2026-07-21T10:00', 'Europe/Paris', '2026-07-21T08:00:00.000Z'],
  ['2026-11-21T10:00', 'UTC', '2026-11-21T10:00:00.000Z'],
  ['2026-02-30T10:00', 'UTC', undefined],
  ['tomorrow', 'UTC', undefined],
  ['', 'UTC', undefined],
  ['2026-11-21T10:00', 'Europe/Nowhere', undefined],
  ['2026-11-21T10:00', '<b>', undefined],
])('%j in %s is %s', (local, timezone, moment) => {
  expect(momentIn(local, timezone)?.toISOString()).toBe(moment);
});

it.each([
  ['shop', { kind: 'shop' }],
  [catalogId, { kind: 'catalog', catalogId }],
  [`${catalogId}/${productId}`, { kind: 'product', catalogId, productId }],
  ['', null],
  ['/', null],
  [`${catalogId}/`, null],
  [`${catalogId}/${productId}/1`, null],
  [`shop/${productId}`, null],
])('%j names the scope %j', (value, scope) => {
  expect(parseTypedScope(value ?? '')).toEqual(scope);
});
