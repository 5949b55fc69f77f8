'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { staffAction } from '@/lib/storefront/common/forms/actions';
import { sendMessage } from '@/lib/storefront/staff/message/message';

const sendForm = z.object({
  messageId: z.guid(),
  version: z.guid(),
  confirmed: z.literal('yes').optional(),
});

/** Sends a message to everyone, as it was tested; its page then shows how much of it was sent. */
export const sendToEveryone = async (form: FormData) =>
  staffAction(
    'orders:change by catalog',
    sendForm,
    ({ messageId }, { language }) => paths.staffMessage(language, messageId),
    async (staff, sent) => {
      if (sent.confirmed === undefined) return { problem: 'unconfirmed' };
      const started = await sendMessage(staff, sent);
      return started === 'started' ? null : { problem: 'changed' };
    },
  )(form);
