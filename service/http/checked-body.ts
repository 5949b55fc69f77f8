import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ignoredMembers, memberList, prefersStrict } from './ignored-members';
import { InvalidRequest } from './problem';
import { readBody } from './read-body';
import type { Route } from './route';
import { violationsOf } from './violations';

interface CheckedBody {
  body: unknown;
  bodyHash: string | null;
  /** Headers of the answer that say what was not understood. */
  said: Readonly<Record<string, string>>;
}

const defaultBodyLimit = 256 * 1024;

/** The body of a route, checked. Unknown members are named in a header, or refused if the client prefers that. */
export async function readCheckedBody(
  request: Request,
  { method, body: schema, bodyLimit: limit = defaultBodyLimit, hashed }: Route,
  seconds: number,
): Promise<CheckedBody> {
  if (schema === undefined) return { body: undefined, bodyHash: null, said: {} };
  const hash = hashed === true ? createHash('sha256') : null;
  const sent = await readBody(request, { limit, seconds, hash });
  // In a merge patch, null removes a value (RFC 7386).
  const [body, meant] = method === 'PATCH' ? [check(schema, sent), sent] : checkWithoutNulls(schema, sent);
  const ignored = [...ignoredMembers(meant, body)];
  const isStrict = prefersStrict(request.headers.get('prefer'));
  if (isStrict && ignored.length > 0) {
    throw new InvalidRequest(ignored.map((path) => ({ path, code: 'regex', messageKey: 'unknownField' })));
  }
  const said = {
    ...(isStrict ? { 'preference-applied': 'handling=strict' } : {}),
    ...(ignored.length === 0 ? {} : { 'ignored-members': memberList(ignored) }),
  };
  return { body, bodyHash: hash === null ? null : hash.digest('hex'), said };
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new InvalidRequest(violationsOf(result.error));
}

type Path = readonly PropertyKey[];

/**
 * Answers print null for what is missing, and clients send it back. So null is the same as leaving a member out, if the
 * member may be left out. Returns the checked body, and what the client meant.
 */
function checkWithoutNulls(schema: z.ZodType, sent: unknown): [checked: unknown, meant: unknown] {
  const result = schema.safeParse(sent, { reportInput: true });
  if (result.success) return [result.data, sent];
  const nulls = result.error.issues.flatMap(({ path }) => (isNullMember(sent, path) ? [path] : []));
  if (nulls.length === 0) throw new InvalidRequest(violationsOf(result.error));
  const meant: unknown = structuredClone(sent);
  for (const path of nulls) removeMember(meant, path);
  const again = schema.safeParse(meant, { reportInput: true });
  if (again.success) return [again.data, meant];
  // A member that is needed is named as it was sent: null, and not missing.
  const isNeeded = new Set(again.error.issues.map(({ path }) => JSON.stringify(path)));
  const issues = result.error.issues.filter(
    ({ path }) => !isNullMember(sent, path) || isNeeded.has(JSON.stringify(path)),
  );
  const error = new z.ZodError(issues.length === 0 ? again.error.issues : issues);
  throw new InvalidRequest(violationsOf(error));
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

function parentOf(value: unknown, path: Path): Record<PropertyKey, unknown> | null {
  let parent = value;
  for (const key of path.slice(0, -1)) parent = isObject(parent) ? parent[key] : undefined;
  return isObject(parent) && !Array.isArray(parent) ? parent : null;
}

function isNullMember(value: unknown, path: Path): boolean {
  const name = path.at(-1);
  return name !== undefined && parentOf(value, path)?.[name] === null;
}

function removeMember(value: unknown, path: Path): void {
  const [parent, name] = [parentOf(value, path), path.at(-1)];
  if (parent !== null && name !== undefined) Reflect.deleteProperty(parent, name);
}
