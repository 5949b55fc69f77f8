import { z } from 'zod';
import { fieldTypes } from '@/lib/contract/form';
import { textSchema } from '../catalog/catalog';

/** A question as it is stored, in every language. */
export const storedFieldSchema = z.object({
  code: z.string(),
  label: textSchema,
  helpText: textSchema,
  type: z.enum(fieldTypes),
  required: z.boolean(),
  options: z.array(z.object({ code: z.string(), label: textSchema })),
  min: z.number().nullable(),
  max: z.number().nullable(),
  maxLength: z.int().nullable(),
});

export const storedFormSchema = z.object({
  id: z.string(),
  catalogId: z.string(),
  code: z.string(),
  fields: z.array(storedFieldSchema),
});

export type StoredField = z.infer<typeof storedFieldSchema>;
export type StoredForm = z.infer<typeof storedFormSchema>;
