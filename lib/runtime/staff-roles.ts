import type { Granted } from '../shop/rules/staff-catalogs';

/** What a person of the staff may be. */
export const staffRoles = ['reader', 'agent', 'door', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** See and end one's own sign-ins. */
const everyone = ['account:own'] as const;
const reader = [...everyone, 'orders:read', 'reports:read'] as const;
const door = [...everyone, 'tickets:admit'] as const;
const agent = [...reader, 'tickets:admit', 'orders:change', 'sales:make'] as const;
const admin = [
  ...agent,
  /** Decide otherwise than the rules of a product say. */
  'orders:override',
  /** Give tickets for free. */
  'tickets:give',
  'catalog:change',
  /** Write catalogues: events, sessions and prices. */
  'catalog:edit',
  'rooms:change',
  'people:change',
  /** Take names and addresses of customers away in a file. */
  'customers:export',
  'audit:read',
  /** See who is signed in, and end the sign-ins of others. */
  'team:manage',
] as const;

const permissionsOfRole = { reader, agent, door, admin } as const satisfies Record<
  StaffRole,
  readonly string[]
>;

export type Permission = (typeof admin)[number];

/**
 * What a page or an action needs. A person who works with some catalogues only has no permission as such, except for what is
 * of themselves: a page or an action has to say that it shows and does nothing of other catalogues.
 */
export type Need = Permission | `${Permission} by catalog`;

/** Our role for each name that the identity provider uses. Several of its names may mean the same role. */
export type RoleNames = ReadonlyMap<string, StaffRole>;

/** Each role by its own name. */
export const defaultRoleNames: RoleNames = new Map<string, StaffRole>(staffRoles.map((role) => [role, role]));

/** What a person may do; empty for a person who is not on the staff. */
export function permissionsOf({ roles: named, catalogs }: Granted, names: RoleNames): readonly Need[] {
  const roles = named.flatMap((name) => names.get(name) ?? []);
  const permissions = [...new Set(roles.flatMap((role): readonly Permission[] => permissionsOfRole[role]))];
  const isWhole = (one: Permission) => catalogs === null || everyone.some((own) => own === one);
  return [...permissions.filter(isWhole), ...permissions.map((one) => `${one} by catalog` as const)];
}

/** In which claims the identity provider gives roles and catalogues; null: it gives everybody all catalogues. */
export interface StaffClaims {
  readonly rolesClaim: string;
  readonly catalogsClaim: string | null;
}

/** A person without the claim of catalogues works with all; one with an empty or unreadable one, with none. */
export function grantedInClaims(claims: unknown, { rolesClaim, catalogsClaim }: StaffClaims): Granted {
  const found = catalogsClaim === null ? null : (claimOf(claims, catalogsClaim) ?? null);
  return {
    roles: namesIn(claimOf(claims, rolesClaim)),
    catalogs: found === null ? null : namesIn(found).map((id) => id.toLowerCase()),
  };
}

/** `claim` is the claim's own name, which may contain dots, or the path to it (`realm_access.roles`). */
const claimOf = (claims: unknown, claim: string): unknown =>
  memberOf(claims, claim) ?? claim.split('.').reduce(memberOf, claims);

/** A list of names, or a text with spaces between them. */
function namesIn(found: unknown): string[] {
  if (typeof found === 'string') return found.split(' ').filter((name) => name !== '');
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
}

function memberOf(value: unknown, name: string): unknown {
  return value instanceof Object && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
