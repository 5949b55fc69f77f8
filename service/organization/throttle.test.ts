import { expect, it } from 'vitest';
import type { SecurityEvent } from '@/lib/log/security-log';
import { organizationNamed } from './organization';
import { throttle } from './throttle';

it('an organization that sends too many requests has to wait, and the security log records it', async () => {
  const events: SecurityEvent[] = [];
  const ask = throttle(2, (event) => events.push(event));
  const named = (name: string) => ({ organization: organizationNamed(name), scopes: [] });
  const [one, other] = [named('one'), named('other')] as const;
  expect([await ask(one), await ask(one), await ask(other)]).toEqual([null, null, null]);
  expect(events).toEqual([]);
  expect(await ask(one)).toBeGreaterThan(0);
  expect(events).toEqual([{ event: 'limit_reached', limit: 'requests', organization: one.organization.id }]);
});
