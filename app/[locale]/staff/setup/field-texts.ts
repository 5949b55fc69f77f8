import { getMessages } from 'next-intl/server';
import type { SetupField } from '@/components/staff/setup/setup-control';
import type { Messages } from '@/lib/locale/messages';

type SetupTexts = Messages['setup'];
export type FieldName = keyof SetupTexts['fields'];

/** The field of a form for a member of what a tool takes: `issuerName` for `issuer.name`. */
export const fieldNameOf = (member: string): string =>
  member.replaceAll(/\.([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The texts of a field, by the name of the field or of its member. A member without a field has its own name. */
export function fieldTexts({ fields, hints }: Pick<SetupTexts, 'fields' | 'hints'>, member: string) {
  const name = fieldNameOf(member);
  const labels: Readonly<Record<string, string | undefined>> = fields;
  const texts: Readonly<Record<string, string | undefined>> = hints;
  return { name, label: labels[name] ?? member, hint: texts[name] };
}

type Rest = Omit<SetupField, 'name' | 'label' | 'hint' | 'optional'> & { readonly optional?: boolean };

/** Makes the fields of a form, with their labels and hints. */
export async function fieldMaker() {
  const { setup } = await getMessages();
  return (name: FieldName, { optional = false, ...rest }: Rest = {}): SetupField => {
    const { label, hint } = fieldTexts(setup, name);
    return {
      ...rest,
      name,
      label,
      ...(hint === undefined ? {} : { hint }),
      ...(optional ? { optional: setup.optional } : {}),
    };
  };
}
