'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { SearchState } from '@/components/lookup/find-form';
import { paths } from '@/lib/locale/paths';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { beginSearch, codeLimits, openByCode } from '@/lib/storefront/shop/lookup/find-orders';

const emailForm = z.object({ email: z.unknown().optional() });

/** Sends a code to an address if it has orders; the response is the same if it has none. */
export const searchOrders = async (previous: SearchState, form: FormData): Promise<SearchState> =>
  shopAction(emailForm, async ({ email: typed }, { language }) => {
    const begun = await beginSearch(typed, language);
    if (begun === 'begun') return paths.findCode(language);
    const t = await getTranslations('checkout.find.problem');
    const problem = { title: t(begun), text: t(`${begun}Text`, codeLimits), isOfField: begun !== 'busy' };
    return { email: typeof typed === 'string' ? typed : '', problem };
  })(previous, form);

const codeForm = z.object({ code: z.unknown().optional() });

export const enterCode = async (form: FormData) =>
  shopAction(codeForm, async ({ code }, { language }) => {
    const outcome = await openByCode(code);
    if (outcome === 'opened') return paths.orders(language);
    if (outcome === 'ended') return paths.findOrders(language, { problem: 'ended' });
    return paths.findCode(language, { problem: outcome });
  })(form);
