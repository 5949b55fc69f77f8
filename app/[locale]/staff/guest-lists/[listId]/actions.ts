'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { type Sent, staffAction } from '@/lib/storefront/common/forms/actions';
import { makeBookings, tryGuestsAgain } from '@/lib/storefront/staff/guest-list/guest-list';

const listForm = z.object({ listId: z.guid() });
const makeForm = listForm.extend({ version: z.guid() });

const listPage = ({ listId }: z.output<typeof listForm>, { language }: Sent) =>
  paths.staffGuestList(language, listId);

/** Makes the bookings of a guest list, as it was shown; its page then shows how many are made. */
export const makeGuestBookings = async (form: FormData) =>
  staffAction('tickets:give', makeForm, listPage, async (staff, sent) =>
    (await makeBookings(staff, sent)) === 'started' ? null : { problem: 'changed' },
  )(form);

/** Tries again for the guests who got no booking. */
export const retryGuests = async (form: FormData) =>
  staffAction('tickets:give', listForm, listPage, (staff, { listId }) => tryGuestsAgain(staff, listId))(form);
