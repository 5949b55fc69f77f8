'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { saveOfferDays, savePrices } from '@/lib/storefront/staff/setup/save-tariff';
import { again } from '../../again';
import { seenForm } from '../../forms';
import { pricesSaved, stopForPrices } from './prices-preview';

/** Another price of a tariff from a day on. */
export const setTariffPrices = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPrices(seen, sent);
    const saved = await savePrices({ staff, seen, language, key: seen.thing, stop }, sent);
    return saved.kind === 'saved' ? pricesSaved(language, seen) : saved;
  })(previous, form);

/** More days on which a tariff is sold that needs no session. */
export const addTariffDays = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPrices(seen, sent);
    const saved = await saveOfferDays({ staff, seen, language, key: seen.thing, stop }, sent);
    return saved.kind === 'saved' ? pricesSaved(language, seen) : saved;
  })(previous, form);
