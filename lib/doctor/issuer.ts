import { z } from 'zod';
import { judgeClock } from './clock';
import { judgeCertificate, reach } from './reach';
import { type Finding, ok, wrong } from './check';
import { withoutSlash } from '../network/without-slash';

export interface IssuerSetting {
  /** The setting that names the issuer, and its value. */
  readonly name: string;
  readonly issuer: string;
  /** Whether a slash at the end makes another issuer. */
  readonly isExact: boolean;
}

const httpUrl = z.url({ protocol: /^https?$/ });
const documentSchema = z.object({ issuer: z.string(), jwks_uri: httpUrl });
const endpointSchema = z.object({ token_endpoint: httpUrl });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const documentOf = (issuer: string) => `${withoutSlash(issuer)}/.well-known/openid-configuration`;

/** Where an issuer gives tokens; null: it does not tell. */
export async function readTokenEndpoint(issuer: string): Promise<string | null> {
  const answer = await reach(documentOf(issuer));
  if (typeof answer === 'string') return null;
  return endpointSchema.safeParse(parsedJson(answer.body)).data?.token_endpoint ?? null;
}

/** The discovery document of an issuer (OpenID Connect Discovery §4), its keys, its certificate and its clock. */
export async function lookAtIssuer({ name, issuer, isExact }: IssuerSetting): Promise<Finding[]> {
  const address = documentOf(issuer);
  const answer = await reach(address);
  if (typeof answer === 'string') return [wrong(`${address} (${name}) ${answer}.`)];
  const about = [...judgeCertificate(issuer, answer), judgeClock(issuer, answer.secondsAhead)];
  const document = documentSchema.safeParse(parsedJson(answer.body));
  if (answer.status !== 200 || !document.success) {
    const what = `${address} is no discovery document of an issuer (status ${answer.status})`;
    return [wrong(`${what}: correct ${name}.`), ...about];
  }
  const { issuer: named, jwks_uri: keys } = document.data;
  const isSame = isExact ? named === issuer : withoutSlash(named) === withoutSlash(issuer);
  if (!isSame)
    return [wrong(`The issuer at ${issuer} calls itself ${named}: set ${name} to exactly that.`), ...about];
  return [ok(`${issuer} is the issuer that ${name} names.`), await lookAtKeys(issuer, keys), ...about];
}

async function lookAtKeys(issuer: string, address: string): Promise<Finding> {
  const answer = await reach(address);
  if (typeof answer === 'string') return wrong(`${address}, the keys of ${issuer}, ${answer}.`);
  const found = keysSchema.safeParse(parsedJson(answer.body)).data?.keys ?? [];
  return found.length > 0
    ? ok(`It has ${found.length} ${found.length === 1 ? 'key' : 'keys'}.`)
    : wrong(`${address} has no keys of ${issuer}: its tokens can’t be checked. Correct the issuer.`);
}

/** Undefined for what is no JSON. */
export function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
