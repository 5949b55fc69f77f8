import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { SubmitButton } from '../../ui/submit-button';
import type { CounterSaleProps } from './sale-view';

/** For who may give tickets: what is held becomes free, with a reason. */
export function GiveForm({ sale, give, actions }: Pick<CounterSaleProps, 'sale' | 'give' | 'actions'>) {
  const t = useTranslations('counter.give');
  const language = useLocale();
  if (!sale.mayGive || sale.view.voucher?.lost === false) return null;
  const problem = give === null || give === 'given' ? undefined : t(`problems.${give}`);
  return (
    <details className="mt-4 border-t border-rule pt-3" open={problem !== undefined}>
      <summary>{t('title')}</summary>
      <form action={actions.give} className="flex flex-wrap items-end gap-3 pt-2">
        <HiddenFields checkoutId={sale.view.checkout.id} />
        <div className="grow">
          <Field
            name="giveReason"
            label={t('reason')}
            hint={t('reasonHint')}
            error={problem}
            maxLength={500}
          />
        </div>
        <SubmitButton variant="secondary">{t('button')}</SubmitButton>
      </form>
      {sale.visit === null ? null : (
        <p className="pt-2">
          <TextLink href={paths.staffGuests(language, sale.visit)}>{t('guests')}</TextLink>
        </p>
      )}
    </details>
  );
}
