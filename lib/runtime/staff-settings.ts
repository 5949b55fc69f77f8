import { z } from 'zod';
import { optionalText, roleNames, secret, webAddress } from './setting-values';

export const staffSettings = {
  STAFF_SIGN_IN: z
    .enum(['provider', 'passkeys'], 'has to be provider or passkeys')
    .default('provider')
    .describe('where staff sign in: at an identity provider, or here with [passkeys](team.md)'),
  STAFF_FIRST_ADMIN: z
    .email('has to be an e-mail address such as ada@example.org')
    .optional()
    .describe(
      'with `passkeys`: whom the program invites as an admin when it starts, unless they have access or an invitation',
    ),
  STAFF_ISSUER: webAddress
    .optional()
    .describe(
      'with `provider`, as the next two: where staff sign in (OpenID Connect). Register there `…/api/auth/callback/staff` as the redirect URI, and `…/staff` as the one after the sign-out',
    ),
  STAFF_CLIENT_ID: optionalText.describe('the storefront’s client there'),
  STAFF_CLIENT_SECRET: optionalText.describe('its secret'),
  STAFF_SCOPE: z.string().default('openid profile email roles').describe('the scope of the sign-in'),
  STAFF_ROLES_CLAIM: z
    .string()
    .default('roles')
    .describe(
      'the claim of the ID token and of userinfo that has the roles: its name, or a path such as `realm_access.roles`',
    ),
  STAFF_CATALOGS_CLAIM: optionalText.describe(
    'the claim with the ids of the [catalogues](staff.md#some-catalogues-only) of a person, written like that of the roles. Who has no such claim works with all',
  ),
  STAFF_ROLE_NAMES: roleNames
    .optional()
    .describe(
      'our [roles](staff.md#roles) by the identity provider’s names, such as `agent=ticket-desk,admin=ticket-admins`. Without it, each role has its own name, and `staff` is an `agent`',
    ),
  NEXTAUTH_SECRET: secret(32).describe('a secret that protects the cookie of staff, at least 32 characters'),
  LINK_SECRET: secret(32).describe(
    'a secret that protects the links and codes in e-mails and of tickets, and places in waiting rooms, at least 32 characters',
  ),
};
