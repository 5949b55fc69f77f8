import { expect, it } from 'vitest';
import { auditQuery, wrongDays } from './audit';

it.each([
  [{ from: '2026-13-45', to: '2026-07-01' }, { from: '2026-13-45' }],
  [{ from: '', to: 'tomorrow' }, { to: 'tomorrow' }],
  [{ from: '2026-07-01' }, {}],
  [{}, {}],
])('a day of the filter that is none is named: %j', (parameters, wrong) => {
  expect(wrongDays(parameters)).toEqual(wrong);
  for (const name of Object.keys(wrong)) expect(auditQuery(parameters)).toMatchObject({ [name]: undefined });
});
