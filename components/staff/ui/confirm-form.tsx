import { useTranslations } from 'next-intl';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmBox } from './confirm-box';
import { Section } from './section';

interface ConfirmFormProps {
  readonly of: 'links' | 'block';
  readonly action: (form: FormData) => Promise<void>;
  readonly values: Readonly<Record<string, string>>;
  readonly className?: string;
}

/** Something that staff do about an order, and have to confirm. */
export function ConfirmForm({ of, action, values, ...section }: ConfirmFormProps) {
  const t = useTranslations('staff');
  return (
    <Section {...section} id={of} title={t(`${of}.title`)}>
      <form action={action} className="max-w-text space-y-3">
        <HiddenFields {...values} />
        <p>{t(`${of}.text`)}</p>
        <ConfirmBox label={t(`${of}.confirm`)} />
        <SubmitButton variant="secondary">{t(`${of}.button`)}</SubmitButton>
      </form>
    </Section>
  );
}
