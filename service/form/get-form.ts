import type { Form } from '@/lib/contract/form';
import { addresses } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { localize } from '@/lib/locale/languages';
import { requiredCatalog } from '../catalog/required-catalog';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { formsById } from './form-store';

/** GET /v1/forms/{id} */
export async function getForm(
  { database }: { database: Reader },
  call: Call<{ id: string }>,
): Promise<Answer> {
  const [form] = await formsById(database, [call.params.id]);
  if (form === undefined) throw notFound();
  const { catalog, language } = await requiredCatalog(database, { ...call, params: form });
  const inLanguage = (text: Readonly<Record<string, string>>) => localize(text, language, catalog.language);
  const resource: Form = {
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
  return ok({ '@context': '/contexts/Form', ...resource }, language);
}
