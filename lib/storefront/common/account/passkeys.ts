import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Config } from '../../../runtime/config';
import type { NewPasskey } from '../../../shop/data/staff-account-store';
import { hashToken } from '../../../shop/tokens';
import { seal, unseal } from './sign-in-token';

// What browsers ask authenticators, and whether their answers are valid (WebAuthn §7.1, §7.2). Nothing is stored before.

type PasskeyConfig = Pick<Config, 'storefrontUrl' | 'signInSecret' | 'shopName'>;

/** What an authenticator signs is sealed by us, so that an answer to another question is not accepted. */
const challenge = { name: 'passkey', seconds: 15 * 60, schema: z.object({ for: z.string() }) };

const signIn = 'sign in';
const toJoin = (invitation: string) => `join ${invitation}`;

const hostOf = ({ storefrontUrl }: PasskeyConfig) => new URL(storefrontUrl).hostname;

/** Any passkey of this shop, by which the authenticator knows the person: nobody types who they are. */
export async function signInOptions(config: PasskeyConfig) {
  return generateAuthenticationOptions({
    rpID: hostOf(config),
    challenge: await seal(config.signInSecret, challenge, { for: signIn }),
    userVerification: 'required',
  });
}

/** A new passkey for an invited person. `invitation`: the hash of its token. */
export async function joinOptions(
  config: PasskeyConfig,
  { id, email, name, invitation }: Readonly<Record<'id' | 'email' | 'name' | 'invitation', string>>,
) {
  return generateRegistrationOptions({
    rpName: config.shopName,
    rpID: hostOf(config),
    userID: Uint8Array.from(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: await seal(config.signInSecret, challenge, { for: toJoin(invitation) }),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const binary = z.string().regex(/^[\w-]{1,10000}$/);
const answer = { id: binary, rawId: binary, type: z.literal('public-key') };
// What extensions say is not used.
const noExtensions = z.unknown().transform(() => ({}));

const signInAnswer = z.object({
  ...answer,
  response: z.object({ clientDataJSON: binary, authenticatorData: binary, signature: binary }),
  clientExtensionResults: noExtensions,
});
export type PasskeyAnswer = z.output<typeof signInAnswer>;

const joinAnswer = z.object({
  ...answer,
  response: z.object({ clientDataJSON: binary, attestationObject: binary }),
  clientExtensionResults: noExtensions,
});

/** The JSON that a form has sent; null if it is none. */
function parsed<Answer>(schema: z.ZodType<Answer>, text: string): Answer | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The answer to `signInOptions` as it was sent; null if it can't be one. */
export const readSignInAnswer = (text: string): PasskeyAnswer | null => parsed(signInAnswer, text);

/** What both checks need; `signed` is called with what was signed if it is ours, for this purpose, and not too old. */
function expected(config: PasskeyConfig, purpose: string, signed: (challenge: string) => void) {
  return {
    expectedOrigin: config.storefrontUrl,
    expectedRPID: hostOf(config),
    requireUserVerification: true,
    expectedChallenge: async (sent: string) => {
      const text = Buffer.from(sent, 'base64url').toString();
      const isOurs = (await unseal(config.signInSecret, challenge, text))?.for === purpose;
      if (isOurs) signed(sent);
      return isOurs;
    },
  };
}

/**
 * How often the passkey was used, and the hash of what it has signed, by which a second use of the same answer is noticed; null
 * if the signature is wrong. Rejects, too, if the answer is not valid in another way.
 */
export async function checkSignIn(
  config: PasskeyConfig,
  response: PasskeyAnswer,
  { id, publicKey, counter }: NewPasskey,
): Promise<{ counter: number; challenge: string } | null> {
  let signed = '';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
    ...expected(config, signIn, (sent) => (signed = sent)),
  });
  return verified ? { counter: authenticationInfo.newCounter, challenge: hashToken(signed) } : null;
}

/** The passkey that an invited person has made; null if the answer is none. Rejects if it is not valid. */
export async function checkJoin(
  config: PasskeyConfig,
  text: string,
  invitation: string,
): Promise<NewPasskey | null> {
  const response = parsed(joinAnswer, text);
  if (response === null) return null;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    ...expected(config, toJoin(invitation), () => undefined),
  });
  if (registrationInfo === undefined) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}
