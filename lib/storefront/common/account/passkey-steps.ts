import { beginByPasskey, findPasskey } from '../../../shop/data/staff-account-store';
import type { SignInPlace } from '../../../shop/data/staff-session-store';
import { hashToken, newToken } from '../../../shop/tokens';
import type { Config } from '../../../runtime/config';
import { checkSignIn, readSignInAnswer } from './passkeys';
import { failed, type SignInContext, type Step } from './sign-in-steps';
import { seal, sessionCookie, signInCookie, unseal } from './sign-in-token';
import { endSession } from './staff-access';

export type PasskeyContext = SignInContext & { config: Pick<Config, 'shopName'> };

const refused = (code: string) => Object.assign(new Error('a passkey was refused'), { code });

/**
 * Signs in the person whose passkey has answered, and ends the sign-in before it in the same browser (`before`, its cookie).
 * Leads back to the sign-in if the answer is not valid, whatever the reason: who has access can't be found out.
 */
export async function signInByPasskey(
  context: PasskeyContext,
  {
    text,
    back,
    before,
    place,
  }: { text: string; back: string; before: string | undefined; place: SignInPlace },
): Promise<Step> {
  const { config, security, checkoutContext } = context;
  const { database } = checkoutContext;
  try {
    const answer = readSignInAnswer(text);
    const passkey = answer === null ? null : await findPasskey(database, answer.id);
    if (answer === null || passkey === null) throw refused('NO_PASSKEY');
    const used = await checkSignIn(config, answer, passkey);
    if (used === null) throw refused('WRONG_SIGNATURE');
    const session = newToken();
    const member = await beginByPasskey(database, hashToken(session), {
      passkey: passkey.id,
      ...used,
      place,
    });
    if (member === null) throw refused('USED_BEFORE');
    security({ event: 'sign_in', staff: member.id });
    const ended = await unseal(config.signInSecret, sessionCookie, before);
    if (ended !== null) await endSession(checkoutContext, ended);
    const authTime = Math.floor(Date.now() / 1000);
    const signIn = { sub: member.id, name: member.name, session, authTime };
    const value = await seal(config.signInSecret, sessionCookie, signIn);
    return { location: back, cookie: { ...signInCookie(config, sessionCookie), value } };
  } catch (error) {
    return failed(context, error);
  }
}
