import { v5 as uuidFrom } from 'uuid';
import type { Principal } from '../http/authenticate';

// The namespace of our own name-based identifiers (RFC 9562 §5.5).
const namespace = '5b0c7f0e-52a3-4e0c-9a53-2f1d8a6f7f10';

export const scopes = [
  'catalog:read',
  'catalog:write',
  'catalog:manage',
  'catalog:edit',
  'voucher:manage',
  'booking:read',
  'booking:write',
  'booking:override',
  'booking:counter',
  'ticket:redeem',
] as const;

/** The organization with this name: its identifier is derived from the name, so that it needs no registration. */
export function organizationNamed(name: string): Principal['organization'] {
  return { id: uuidFrom(`organization/${name}`, namespace), name };
}
