'use server';

import type { SetupState } from '@/components/staff/setup/setup-form';
import { staffFormAction } from '@/lib/storefront/common/forms/actions';
import {
  changeTicked,
  moveSession,
  removeTicked,
  saveChosen,
} from '@/lib/storefront/staff/setup/save-sessions';
import { afterSessions } from '../../after-sessions';
import { again } from '../../again';
import { seenForm } from '../../forms';
import { stopForPreview, stopForSold } from '../../stop-for-preview';

/** Changes or removes the ticked sessions. */
export const changeSessions = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForSold(seen, sent);
    const saving = { staff, seen, language, event: seen.thing, reason: seen.thing, stop };
    const saved = await (seen.intent === 'remove' ? removeTicked : changeTicked)(saving, sent);
    return afterSessions(saved, seen, language);
  })(previous, form);

/** Gives one session another day or time. */
export const moveOneSession = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview({ ...seen, intent: 'one' }, sent);
    const stopIfSold = await stopForSold(seen, sent);
    const saving = { staff, seen, language, event: seen.thing, reason: seen.thing };
    const saved = await moveSession(
      { ...saving, stop: (done, draft) => (done.changed === 1 ? stopIfSold : stop)(done, draft) },
      sent,
    );
    return afterSessions(saved, seen, language);
  })(previous, form);

/** Changes or removes all sessions of a period, of some days of the week and times. */
export const changeChosenSessions = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', seenForm, again, async (staff, seen, { form: sent, language }) => {
    const stop = await stopForPreview(seen, sent);
    const saving = { staff, seen, language, event: seen.thing, reason: seen.thing, stop };
    return afterSessions(await saveChosen(saving, sent), seen, language);
  })(previous, form);
