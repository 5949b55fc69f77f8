'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { saveBlock, saveCopy } from '@/lib/storefront/staff/setup/save-sessions';
import { again } from '../../again';
import { seenForm } from '../../forms';
import { stopForPreview } from '../../stop-for-preview';

/** Takes away what takes place on some days. */
export const blockSomeDays = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview(seen, sent);
    const saved = await saveBlock({ staff, seen, language, event: '', reason: 'season', stop }, sent);
    return saved.kind === 'saved'
      ? paths.staffSetupCatalog(language, seen.catalogId, { done: 'removed' })
      : saved;
  })(previous, form);

/** Makes a season once more. */
export const copySomeDays = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview(seen, sent);
    const saved = await saveCopy({ staff, seen, language, event: '', reason: 'season', stop }, sent);
    return saved.kind === 'saved'
      ? paths.staffSetupCatalog(language, seen.catalogId, { done: 'saved' })
      : saved;
  })(previous, form);
