import { z } from 'zod';

/**
 * Who an order is for (§4.4). The rule that the browser's form, the storefront's action and the service share.
 * `phone` is optional; `country` and `language` are two-letter codes.
 */
export const customerSchema = z.object({
  firstname: z.string().trim().min(1).max(255),
  lastname: z.string().trim().min(1).max(255),
  email: z.email().max(254),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[0-9 ().\/-]{4,30}$/)
    .optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
  language: z.string().regex(/^[a-z]{2}$/),
});

export type Customer = z.infer<typeof customerSchema>;
