import { HttpProblem } from './problem';

/** The caller. */
export interface Principal {
  /** A client of the service: it sees only its own reservations and orders. */
  organization: {
    id: string;
    /** The token's `organization` claim. */
    name: string;
  };
  scopes: readonly string[];
}

/** Resolves to the caller, or to null for a token that fails any check. Throws 503 if its key can't be fetched. */
export type VerifyToken = (token: string) => Promise<Principal | null>;

/** The caller, by the bearer token. 401 without a valid token, without a reason; 403 if it lacks the scope. */
export async function authenticate(
  request: Request,
  scope: string,
  verifyToken: VerifyToken,
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

export function requireScope({ scopes }: Principal, scope: string): void {
  if (scopes.includes(scope)) return;
  throw new HttpProblem(403, 'Access Denied.', {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
  });
}
