import { z } from 'zod';
import {
  countryPattern,
  emailPattern,
  isCountry,
  isKnownLanguage,
  longestEmail,
  longestName,
  phonePattern,
} from './customer-rules';

/**
 * The customer of an order (§4.4). The browser's form, the storefront's action and the service share this rule.
 * `phone` is optional; `country` and `language` are two-letter codes.
 */
export const customerSchema = z.object({
  firstname: z.string().trim().min(1).max(longestName),
  lastname: z.string().trim().min(1).max(longestName),
  email: z.email({ pattern: emailPattern }).max(longestEmail),
  phone: z.string().trim().regex(phonePattern).optional(),
  country: z.string().regex(countryPattern, { abort: true }).refine(isCountry),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, { abort: true })
    .refine(isKnownLanguage),
});

/** An e-mail address as it was typed into a form. */
export const typedEmailSchema = z.string().trim().pipe(customerSchema.shape.email);

export type Customer = z.infer<typeof customerSchema>;
