import { z } from 'zod';
import { customerSchema } from '@/lib/contract/customer';
import { isPlainLine } from '@/lib/contract/plain-text';
import { typedText } from '@/lib/contract/typed-text';
import { detailFields, type DetailField } from './details';

const { shape } = customerSchema;

/** Keeps letters of every script; refuses names with characters that can't be shown. */
const name = (rule: typeof shape.firstname) => rule.refine(isPlainLine);

/** The contract's customer (one rule for browser, shop and service); an empty phone means none. */
export const detailsSchema = z.object({
  firstname: name(shape.firstname),
  lastname: name(shape.lastname),
  email: shape.email,
  phone: z
    .string()
    .overwrite(typedText)
    .transform((typed) => (typed === '' ? undefined : typed))
    .pipe(shape.phone),
  country: shape.country,
});

export function wrongFields(error: z.ZodError): DetailField[] {
  const wrong = new Set(error.issues.map((issue) => issue.path[0]));
  return detailFields.filter((field) => wrong.has(field));
}
