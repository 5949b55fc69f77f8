'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { saveTexts } from '@/lib/storefront/staff/setup/save-texts';
import { again } from '../../again';
import { seenForm } from '../../forms';

/** Saves the texts of an event, of a tariff or of the catalogue in all languages. */
export const saveTranslations = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const saved = await saveTexts({ staff, seen, language }, seen.thing, sent);
    return saved.kind === 'saved'
      ? paths.staffSetupPart(language, seen.catalogId, 'translations', { done: 'saved' })
      : saved;
  })(previous, form);
