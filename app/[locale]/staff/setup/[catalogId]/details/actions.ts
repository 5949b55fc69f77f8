'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { saveCatalog } from '@/lib/storefront/staff/setup/save-catalog';
import { again } from '../../again';
import { seenForm } from '../../forms';
import { stopForZone } from './zone-preview';

/** Saves what is about the catalogue as a whole, and returns to its page. */
export const saveDetails = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForZone(seen, sent);
    const saved = await saveCatalog({ staff, seen, language, stop }, sent);
    return saved.kind === 'saved'
      ? paths.staffSetupCatalog(language, seen.catalogId, { done: 'saved' })
      : saved;
  })(previous, form);
