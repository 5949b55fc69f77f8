'use server';

import { z } from 'zod';
import type { SetupState } from '@/components/staff/setup/setup-form';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { createCatalog } from '@/lib/storefront/staff/setup/new-catalog';
import { again } from '../again';

const newForm = z.object({ version: z.string().max(0).default('') });

/** Begins a catalogue, and leads to its page. */
export const beginNewCatalog = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', newForm, again, (staff, _, sent) => createCatalog(staff, sent))(
    previous,
    form,
  );
