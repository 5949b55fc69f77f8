'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { savePlace } from '@/lib/storefront/staff/setup/save-event';
import { again } from '../../again';
import { placeForm } from '../../forms';

/** Saves a place in all events that take place there. */
export const savePlaceForm = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', placeForm, again, async (staff, seen, { form: sent, language }) => {
    const old = { name: seen.oldName, address: seen.oldAddress };
    const saved = await savePlace({ staff, seen, language }, old, sent);
    return saved.kind === 'saved'
      ? paths.staffSetupCatalog(language, seen.catalogId, { done: 'saved' })
      : saved;
  })(previous, form);
