'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { staffAction } from '@/lib/storefront/common/forms/actions';
import { importUpload } from '@/lib/storefront/staff/feed/feeds';

const applyForm = z.object({
  upload: z.string().max(100),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  // The confirmation is a box to tick, so that it works without scripts.
  confirmed: z.literal('yes'),
});

/** Imports an uploaded feed, exactly as the page showed it. */
export const applyFeed = async (form: FormData) =>
  staffAction(
    'catalog:change',
    applyForm,
    ({ upload }, { language }) => paths.staffUpload(language, upload),
    async (staff, { upload, hash }, { language }) => {
      const result = await importUpload(staff, upload, hash, language);
      if (result.kind === 'imported')
        return paths.staffCatalog(language, result.catalogId, { done: 'import' });
      // The page itself says whether the upload is still there.
      return result.kind === 'refused' || result.kind === 'unavailable' ? { problem: result.kind } : null;
    },
  )(form);
