'use server';

import { z } from 'zod';
import { staffBackPath } from '@/lib/storefront/staff/attention/back-path';
import { signInWith } from '@/lib/storefront/common/account/passkey-sign-in';
import { shopAction } from '@/lib/storefront/common/forms/actions';

const passkeyForm = z.object({ back: z.unknown().optional(), response: z.string().max(20_000).default('') });

/** With the answer of a passkey. */
export const signInByPasskey = async (form: FormData) =>
  shopAction(passkeyForm, ({ back, response }, { language }) =>
    signInWith(response, staffBackPath(back, language)),
  )(form);
