'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { dropEvent, saveEvent } from '@/lib/storefront/staff/setup/save-event';
import { again } from '../../again';
import { notConfirmed, removalForm, seenForm } from '../../forms';

/** Saves an event. A new one leads to its sessions, which it needs next. */
export const saveEventForm = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const { catalogId, thing } = seen;
    const saved = await saveEvent({ staff, seen, language }, thing === '' ? null : thing, sent);
    if (saved.kind !== 'saved') return saved;
    return thing === ''
      ? paths.staffSetupPart(language, catalogId, 'series', { key: saved.done.key, done: 'saved' })
      : paths.staffSetupCatalog(language, catalogId, { done: 'saved' });
  })(previous, form);

/** Removes an event with all that is only for it. */
export const removeEventForm = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', removalForm, again, async (staff, seen, { language }) => {
    if (seen.confirmed === undefined) return notConfirmed;
    const removed = await dropEvent({ staff, seen, language }, seen.thing, seen.thing);
    return removed.kind === 'saved'
      ? paths.staffSetupCatalog(language, seen.catalogId, { done: 'removed' })
      : removed;
  })(previous, form);
