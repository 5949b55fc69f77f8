import { expect, it } from 'vitest';
import { newRequestState, withRequestState } from '@/lib/runtime/request-state';
import { StaffGate } from './gate';

const member = { id: 'ada', name: 'Ada', permissions: [], catalogs: 'all' as const };

it.each([
  [{ kind: 'not_allowed', member } as const, true],
  [{ kind: 'refused', name: 'Ada' } as const, true],
  [{ kind: 'signed_out' } as const, false],
])('a page of the staff for %j is forbidden: %s', (access, isForbidden) => {
  const state = newRequestState();
  withRequestState(state, () => StaffGate({ access, back: '/en/staff' }));
  expect(state.isPageForbidden).toBe(isForbidden);
});
