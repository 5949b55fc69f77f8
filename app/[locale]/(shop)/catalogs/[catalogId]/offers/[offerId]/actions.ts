'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { WaitingFormState } from '@/components/waiting-list/waiting-list-form';
import { defaultLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { holdFromForm } from '@/lib/storefront/common/basket/hold';
import { formWithSeats, seatFormFields } from '@/lib/storefront/shop/seat/form-with-seats';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { joinFromForm, maxWaitingQuantity } from '@/lib/storefront/shop/waiting-list/waiting-list';

/** Holds what the form contains, and continues to the checkout; or returns to the form with the problem. */
export const holdOffer = async (form: FormData) =>
  shopAction(
    z.object({}),
    async (_, { form }) => (await holdFromForm(form)) ?? paths.missing(defaultLanguage),
  )(form);

/** Leads to the same form with the seats of the time that is chosen in it. */
export const showSeats = async (form: FormData) =>
  shopAction(seatFormFields, (place, { form: sent, language }) =>
    Promise.resolve(formWithSeats(place, sent, language)),
  )(form);

/** The most characters of a typed value that are shown again; more than any valid one has. */
const longestValue = 300;

/** Adds the sender to the waiting list, or returns the form with the problem. */
export const joinWaitingList = async (
  previous: WaitingFormState,
  form: FormData,
): Promise<WaitingFormState> =>
  shopAction(z.object({}), async (_, { form, language }) => {
    const joined = await joinFromForm(form, language);
    if ('kind' in joined) {
      const { kind, catalogId, offerId } = joined;
      // The page may have no form for the list any more, which could say it.
      const pathOf = kind === 'joined' ? paths.waitingList : paths.offer;
      return pathOf(language, catalogId, offerId, { waiting: kind });
    }
    const catalogId = form.get('catalogId');
    const max = await maxWaitingQuantity(typeof catalogId === 'string' ? catalogId : '');
    const t = await getTranslations('shop');
    const { problem, field } = joined;
    const typed = [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.slice(0, longestValue)] as const] : [],
    );
    const text =
      problem === 'quantity' ? t('problem.quantity', { max }) : t(`waitingList.problem.${problem}`);
    return {
      values: Object.fromEntries(typed),
      problem: { title: t('waitingList.problem.title'), text, field },
    };
  })(previous, form);
