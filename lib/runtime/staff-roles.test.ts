import { describe, expect, it } from 'vitest';
import { defaultRoleNames, permissionsOf, grantedInClaims } from './staff-roles';

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
    const permissions = permissionsOf({ roles, catalogs: null }, defaultRoleNames);
    expect(permissions.filter((one) => !one.endsWith(' by catalog'))).toEqual(expected);
    expect(permissions).toHaveLength(2 * expected.length);
  });

  it('are given by the names that the operator has set, and no longer by our own', () => {
    const names = new Map([['ticket-desk', 'agent'] as const]);
    expect(permissionsOf({ roles: ['ticket-desk'], catalogs: null }, names)).toContain('orders:change');
    expect(permissionsOf({ roles: ['admin', 'staff'], catalogs: null }, names)).toEqual([]);
  });
});

it.each([[['boats']], [[]]])(
  'who works with the catalogues %j only has no permission as such',
  (catalogs) => {
    const permissions = permissionsOf({ roles: ['admin'], catalogs }, defaultRoleNames);
    expect(permissions.filter((one) => !one.endsWith(' by catalog'))).toEqual(['account:own']);
    expect(permissions).toContain('orders:read by catalog');
  },
);

describe('the catalogues in a claim', () => {
  it.each([
    ['no such claim: all', {}, null],
    ['null: all', { catalogs: null }, null],
    ['a list', { catalogs: ['A1', 'b2'] }, ['a1', 'b2']],
    ['a text', { catalogs: 'a1 b2' }, ['a1', 'b2']],
    ['an empty list: none', { catalogs: [] }, []],
    ['an empty text: none', { catalogs: '' }, []],
    ['what is no list: none', { catalogs: { all: true } }, []],
    ['a number: none', { catalogs: 7 }, []],
  ])('%s', (_, claims, catalogs) => {
    const names = { rolesClaim: 'roles', catalogsClaim: 'catalogs' };
    expect(grantedInClaims(claims, names)).toEqual({ roles: [], catalogs });
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
    expect(grantedInClaims(claims, { rolesClaim: claim, catalogsClaim: null })).toEqual({
      roles: expected,
      catalogs: null,
    });
  });
});
