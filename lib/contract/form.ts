import { z } from 'zod';
import { idSchema, iriSchema } from './iri';

export const fieldTypes = [
  'text',
  'textarea',
  'number',
  'boolean',
  'choice',
  'multiple_choice',
  'date',
  'time',
  'country',
  'phone',
  'email',
] as const;

const formFieldOptionSchema = z
  .object({ code: z.string(), label: z.string() })
  .meta({ id: 'FormFieldOption', description: 'One choice (§2.13).' });

/** One question of a form (§2.13; the specification leaves its shape open). */
export const formFieldSchema = z.object({
  '@type': z.literal('FormField').optional(),
  code: z.string(),
  label: z.string(),
  helpText: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  position: z.int(),
  options: z.array(formFieldOptionSchema),
  min: z.number().nullable(),
  max: z.number().nullable(),
  maxLength: z.int().nullable(),
});

export type FormField = z.infer<typeof formFieldSchema>;

/** Additional questions of an issuer (§2.13). */
export const formSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('Form'),
  id: idSchema,
  code: z.string(),
  fields: z.array(formFieldSchema),
});
