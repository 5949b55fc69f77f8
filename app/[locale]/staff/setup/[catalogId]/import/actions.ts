'use server';

import { z } from 'zod';
import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { putImport } from '@/lib/storefront/staff/setup/import';
import { again } from '../../again';
import { seenForm } from '../../forms';

const importForm = seenForm.extend({
  upload: z.string().max(100),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Puts an uploaded spreadsheet into the draft, exactly as the page showed it. */
export const putIntoDraft = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', importForm, again, async (staff, seen, { language }) => {
    const put = await putImport({ staff, seen, language }, seen);
    if (put.kind === 'saved') return paths.staffSetupCatalog(language, seen.catalogId, { done: 'saved' });
    // What was shown compared the file with an earlier draft: it is shown again, before anything is put into this one.
    return put.kind === 'stale' && put.version !== null
      ? paths.staffSetupImport(language, seen.catalogId, { upload: seen.upload, problem: 'draft_changed' })
      : put;
  })(previous, form);
