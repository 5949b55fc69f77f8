import { z } from 'zod';
import { customerSchema } from '@/lib/contract/customer';
import { typedText } from '@/lib/contract/typed-text';
import { detailFields, type DetailField } from './contact-details';

const { shape } = customerSchema;

/** The contract's customer (one rule for browser, shop and service); an empty phone means none. */
export const detailsSchema = z.object({
  firstname: shape.firstname,
  lastname: shape.lastname,
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
