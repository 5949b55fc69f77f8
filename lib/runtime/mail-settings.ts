import { z } from 'zod';
import { numberFrom } from '../network/setting-kinds';
import { address, text } from './setting-values';

export const mailSettings = {
  SMTP_URL: address(/^smtps?$/, 'an address such as smtp://mail.example:587').describe(
    'the mail server, `smtp://…` or `smtps://…`',
  ),
  MAIL_FROM: text
    .regex(/@/, 'has to be an address such as tickets@example.org')
    .describe('the sender’s address; the sender’s name is `SHOP_NAME`'),
  ALERT_EMAIL: z
    .email('has to be an e-mail address such as operator@example.org')
    .optional()
    .describe(
      'the address for alerts about what staff have to do: purchases, e-mails that can’t be delivered, findings of the reconciliation. Without it, alerts are only logged',
    ),
  REMINDER_HOUR: numberFrom(8, 20, 'an hour')
    .optional()
    .describe(
      'the hour at the venue, from 8 to 20, at which customers are reminded by e-mail on the day before their visit. Without it, they are not',
    ),
};
