'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import { saveHours, saveSeries, saveSession } from '@/lib/storefront/staff/setup/save-sessions';
import { again } from '../../again';
import { seenForm } from '../../forms';
import { afterSessions } from '../../after-sessions';
import { stopForPreview } from '../../stop-for-preview';

/** Adds sessions at the same times of some days of the week. */
export const addSeriesOfSessions = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview(seen, sent);
    const saving = { staff, seen, language, event: seen.thing, reason: seen.thing, stop };
    return afterSessions(await saveSeries(saving, sent), seen, language);
  })(previous, form);

/** Adds opening hours as times of arrival. */
export const addHours = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview(seen, sent);
    const saving = { staff, seen, language, event: seen.thing, reason: seen.thing, stop };
    return afterSessions(await saveHours(saving, sent), seen, language);
  })(previous, form);

/** Adds one session. */
export const addOneSession = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview({ ...seen, intent: 'one' }, sent);
    const saving = { staff, seen, language, event: seen.thing, reason: seen.thing };
    // One session is shown before it is saved only if it would not be made.
    const saved = await saveSession(
      { ...saving, stop: (done, draft) => (done.added === 1 ? null : stop(done, draft)) },
      sent,
    );
    return afterSessions(saved, seen, language);
  })(previous, form);
