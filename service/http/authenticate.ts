import { HttpProblem } from './problem';

/** What the router knows of who calls. */
export interface Caller {
  scopes: readonly string[];
}

/** Resolves to the caller, or to null for a token that fails any check. */
export type Verify<Principal> = (token: string) => Promise<Principal | null>;

/** Who calls, by the bearer token. 401 without a good one, and no word on why; 403 when it lacks the scope. */
export async function authenticate<Principal extends Caller>(
  request: Request,
  scope: string,
  verifyToken: Verify<Principal>,
): Promise<Principal> {
  const header = request.headers.get('authorization');
  if (header === null) {
    throw new HttpProblem(401, 'Full authentication is required to access this resource.', {
      'www-authenticate': 'Bearer',
    });
  }
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
  const principal = token === undefined ? null : await verifyToken(token);
  if (principal === null) {
    throw new HttpProblem(401, 'Invalid credentials.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  }
  requireScope(principal, scope);
  return principal;
}

/** 403 when the caller's token lacks the scope. */
export function requireScope({ scopes }: Caller, scope: string): void {
  if (scopes.includes(scope)) return;
  throw new HttpProblem(403, 'Access Denied.', {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
  });
}
