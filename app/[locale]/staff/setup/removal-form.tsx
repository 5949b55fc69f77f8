import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SetupForm, type SetupState } from '@/components/staff/setup/setup-form';
import { Section } from '@/components/staff/ui/section';
import { fieldMaker } from './field-texts';

interface RemovalFormProps {
  readonly action: (state: SetupState, form: FormData) => Promise<SetupState>;
  readonly about: Readonly<Record<string, string>>;
  readonly version: string;
  /** Of what is removed. */
  readonly name: string;
  /** What goes with it. */
  readonly children?: ReactNode;
}

/** Removes something from the draft, after a tick. */
export async function RemovalForm({ action, about, version, name, children }: RemovalFormProps) {
  const t = await getTranslations('setup.removal');
  const field = await fieldMaker();
  return (
    <Section id="removal" title={t('title', { name })}>
      {children === undefined ? null : <p className="max-w-text pb-2">{children}</p>}
      <SetupForm
        action={action}
        about={about}
        version={version}
        values={{}}
        groups={[{ fields: [field('confirmed', { kind: 'tick' })] }]}
        buttons={[{ intent: 'remove', label: t('button'), variant: 'secondary' }]}
      />
    </Section>
  );
}
