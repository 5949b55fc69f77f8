'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { dropTariff, saveTariff } from '@/lib/storefront/staff/setup/save-tariff';
import { again } from '../../again';
import { notConfirmed, removalForm, seenForm } from '../../forms';

/** Saves a tariff, and returns to the page of the catalogue. */
export const saveTariffForm = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const { catalogId, thing } = seen;
    const saved = await saveTariff({ staff, seen, language }, thing === '' ? null : thing, sent);
    return saved.kind === 'saved' ? paths.staffSetupCatalog(language, catalogId, { done: 'saved' }) : saved;
  })(previous, form);

export const removeTariffForm = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', removalForm, again, async (staff, seen, { language }) => {
    if (seen.confirmed === undefined) return notConfirmed;
    const removed = await dropTariff({ staff, seen, language }, seen.thing);
    return removed.kind === 'saved'
      ? paths.staffSetupCatalog(language, seen.catalogId, { done: 'removed' })
      : removed;
  })(previous, form);
