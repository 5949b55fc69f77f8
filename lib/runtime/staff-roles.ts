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

/** What a page or an action needs. */
export type Permission = (typeof admin)[number];

/** Our role for each name that the identity provider uses. Several of its names may mean the same role. */
export type RoleNames = ReadonlyMap<string, StaffRole>;

/** Each role by its own name. */
export const defaultRoleNames: RoleNames = new Map<string, StaffRole>(staffRoles.map((role) => [role, role]));

/** What the roles of a person allow; empty for a person who is not on the staff. */
export function permissionsOf(named: readonly string[], names: RoleNames): readonly Permission[] {
  const roles = named.flatMap((name) => names.get(name) ?? []);
  return [...new Set(roles.flatMap((role): readonly Permission[] => permissionsOfRole[role]))];
}

/**
 * The names of roles in a claim of the identity provider: a list, or a text with spaces between them. `claim` is the
 * claim's own name, which may contain dots, or the path to it (`realm_access.roles`).
 */
export function rolesInClaims(claims: unknown, claim: string): string[] {
  const found = memberOf(claims, claim) ?? claim.split('.').reduce(memberOf, claims);
  if (typeof found === 'string') return found.split(' ').filter((name) => name !== '');
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
}

function memberOf(value: unknown, name: string): unknown {
  return value instanceof Object && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
