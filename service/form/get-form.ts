import { z } from 'zod';
import { formFieldSchema, formSchema as readFormSchema } from '@/lib/contract/form';
import { addresses } from '@/lib/contract/iri';
import { localize } from '@/lib/locale/languages';
import { catalogLanguage } from '../catalog/catalog';
import { catalogOf } from '../ids/catalog-id';
import { findCatalog } from '../catalog/catalog-store';
import { Localized } from '../http/answer';
import { exampleId } from '../http/named-schema';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { formsById } from './form-store';

const id = exampleId(8);

const fieldSchema = formFieldSchema
  .required()
  .meta({ id: 'FormField', description: 'One question of a form (§2.13).' });

export const formSchema = readFormSchema
  .required()
  .extend({ fields: z.array(fieldSchema) })
  .meta({
    id: 'Form',
    description: 'Additional data that an issuer asks for (§2.13).',
    example: {
      '@id': addresses.form(id),
      '@type': 'Form',
      id,
      code: 'guests',
      fields: [
        {
          '@type': 'FormField',
          code: 'diet',
          label: 'Diet',
          helpText: '',
          type: 'choice',
          required: true,
          position: 0,
          options: [
            { code: 'none', label: 'None' },
            { code: 'vegetarian', label: 'Vegetarian' },
          ],
          min: null,
          max: null,
          maxLength: null,
        },
      ],
    },
  });

export async function getForm(
  { database }: ReadContext,
  call: Call<'id'>,
): Promise<Localized<z.output<typeof formSchema>>> {
  const [form] = await formsById(database, catalogOf(call.params.id), [call.params.id]);
  if (form === undefined) throw notFound();
  // Also of a hidden catalogue: the tickets of its orders may have questions.
  const catalog = await findCatalog(database, form.catalogId);
  if (catalog === null) throw notFound();
  const language = catalogLanguage(catalog, call.acceptLanguage);
  const inLanguage = (text: Readonly<Record<string, string>>) => localize(text, language, catalog.language);
  const resource: z.output<typeof formSchema> = {
    '@id': addresses.form(form.id),
    '@type': 'Form',
    id: form.id,
    code: form.code,
    fields: form.fields.map((field, position) => ({
      '@type': 'FormField',
      ...field,
      label: inLanguage(field.label),
      helpText: inLanguage(field.helpText),
      position,
      options: field.options.map(({ code, label }) => ({ code, label: inLanguage(label) })),
    })),
  };
  return new Localized(resource, language);
}
