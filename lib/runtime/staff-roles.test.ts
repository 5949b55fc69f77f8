import { describe, expect, it } from 'vitest';
import { defaultRoleNames, permissionsOf, rolesInClaims } from './staff-roles';

const reader = ['account:own', 'orders:read', 'reports:read'] as const;
const agent = [...reader, 'tickets:admit', 'orders:change', 'sales:make'] as const;

describe('permissions', () => {
  it.each([
    ['a reader reads and changes nothing', ['reader'], [...reader]],
    ['the door admits, and sees no order', ['door'], ['account:own', 'tickets:admit']],
    ['an agent changes orders and sells', ['agent'], [...agent]],
    [
      'an admin does everything',
      ['admin'],
      [
        ...agent,
        'orders:override',
        'tickets:give',
        'catalog:change',
        'catalog:edit',
        'rooms:change',
        'people:change',
        'customers:export',
        'audit:read',
        'team:manage',
      ],
    ],
    ['two roles add up', ['door', 'reader'], ['account:own', 'tickets:admit', 'orders:read', 'reports:read']],
    ['another role gives nothing', ['sales', 'staff', 'Admin', 'constructor', '__proto__'], []],
    ['no role gives nothing', [], []],
  ])('%s', (_, roles, expected) => {
    expect(permissionsOf(roles, defaultRoleNames)).toEqual(expected);
  });

  it('are given by the names that the operator has set, and no longer by our own', () => {
    const names = new Map([['ticket-desk', 'agent'] as const]);
    expect(permissionsOf(['ticket-desk'], names)).toContain('orders:change');
    expect(permissionsOf(['admin', 'staff'], names)).toEqual([]);
  });
});

describe('the roles in a claim', () => {
  it.each([
    ['a list', { roles: ['agent', 'door'] }, 'roles', ['agent', 'door']],
    ['a text', { scope: 'agent  door' }, 'scope', ['agent', 'door']],
    ['a path', { realm_access: { roles: ['agent'] } }, 'realm_access.roles', ['agent']],
    ['a name with dots', { 'https://x.test/roles': ['agent'] }, 'https://x.test/roles', ['agent']],
    ['other members of a list', { roles: ['agent', 7, null] }, 'roles', ['agent']],
    ['no such claim', { roles: ['agent'] }, 'groups', []],
    ['a number', { roles: 7 }, 'roles', []],
    ['an inherited member', {}, 'constructor.name', []],
    ['no claims', null, 'roles', []],
  ])('%s', (_, claims, claim, expected) => {
    expect(rolesInClaims(claims, claim)).toEqual(expected);
  });
});
