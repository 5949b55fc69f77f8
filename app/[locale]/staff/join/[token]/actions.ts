'use server';

import { paths } from '@/lib/locale/paths';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { joinForm, joinTeam } from '@/lib/storefront/staff/team/join';

/** An invited person has made a passkey; then they sign in with it. */
export const join = async (form: FormData) =>
  shopAction(joinForm, async (sent, { language }) =>
    (await joinTeam(sent))
      ? paths.staffSignIn(language, { joined: 'yes' })
      : paths.staffJoin(language, sent.token, { problem: 'refused' }),
  )(form);
