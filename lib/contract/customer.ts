import { z } from 'zod';

/** Whether a code belongs to ISO 3166-1 (regions) or ISO 639 (languages), according to Unicode's data. */
function isKnown(type: 'region' | 'language', code: string): boolean {
  const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);
  return name !== undefined && !name.startsWith('Unknown');
}

/** The most characters of an e-mail address (RFC 5321). */
export const longestEmail = 254;

/**
 * The customer of an order (§4.4). The browser's form, the storefront's action and the service share this rule.
 * `phone` is optional; `country` and `language` are two-letter codes.
 */
export const customerSchema = z.object({
  firstname: z.string().trim().min(1).max(255),
  lastname: z.string().trim().min(1).max(255),
  email: z.email().max(longestEmail),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[0-9 ().\/-]{4,30}$/)
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { abort: true })
    .refine((code) => isKnown('region', code)),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, { abort: true })
    .refine((code) => isKnown('language', code)),
});

/** An e-mail address as it was typed into a form. */
export const typedEmailSchema = z.string().trim().pipe(customerSchema.shape.email);

export type Customer = z.infer<typeof customerSchema>;
