import { z } from 'zod';
import {
  countryPattern,
  emailPattern,
  isCountry,
  isKnownLanguage,
  longestEmail,
  longestName,
  longestPhone,
  phonePattern,
} from './customer-rules';
import { storedLine } from './stored-text';
import { typedEmail, typedText } from './typed-text';

/**
 * The customer of an order (§4.4). The browser's form, the storefront's action and the service share this rule.
 * `phone` is optional; `country` and `language` are two-letter codes.
 */
export const customerSchema = z.object({
  firstname: storedLine().min(1).max(longestName),
  lastname: storedLine().min(1).max(longestName),
  email: z
    .string()
    .overwrite(typedEmail)
    .check(z.email({ pattern: emailPattern }))
    .max(longestEmail),
  phone: z.string().overwrite(typedText).max(longestPhone).regex(phonePattern).optional(),
  country: z.string().regex(countryPattern, { abort: true }).refine(isCountry),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, { abort: true })
    .refine(isKnownLanguage),
});

/** An e-mail address as it was typed into a form. */
export const typedEmailSchema = customerSchema.shape.email;

export type Customer = z.infer<typeof customerSchema>;
