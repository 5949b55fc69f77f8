import { v5 as uuidFrom } from 'uuid';

// The namespace of our own name-based identifiers (RFC 9562 §5.5).
const namespace = '5b0c7f0e-52a3-4e0c-9a53-2f1d8a6f7f10';

/** A client of the service: it sees its own reservations and orders only. */
export interface Organization {
  id: string;
  /** The token's `organization` claim. */
  name: string;
}

/** What a token may be used for. */
export const scopes = [
  'catalog:read',
  'catalog:write',
  'booking:read',
  'booking:write',
  'ticket:redeem',
] as const;

/** Who calls, as a verified token says. */
export interface Principal {
  organization: Organization;
  scopes: readonly string[];
}

/** The organization of that name: its identifier follows from the name, so that no one needs to register it. */
export function organizationNamed(name: string): Organization {
  return { id: uuidFrom(`organization/${name}`, namespace), name };
}
