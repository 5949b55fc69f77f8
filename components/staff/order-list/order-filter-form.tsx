import { useLocale, useTranslations } from 'next-intl';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { OrderListPage } from '@/lib/storefront/staff/order-list/order-list';
import { channels } from '@/lib/shop/values/checkout-values';
import { Button } from '../../ui/button';
import { Field, SelectField } from '../../ui/field';
import { TextLink } from '../../ui/link';

const states = ['complete', 'cancelled', 'exchanged'] as const;

type Filter = Pick<OrderListPage, 'typed' | 'wrong'>;

/** By what the list is filtered: a plain form, whose answer is an address. */
export function OrderFilterForm({ typed, wrong }: Filter) {
  const t = useTranslations('lists.orders');
  const language = useLocale();
  return (
    <search>
      <form
        action={paths.staffOrders(language)}
        className="grid items-end gap-4 pb-6 sm:grid-cols-2 lg:grid-cols-5"
      >
        <TypedFields typed={typed} wrong={wrong} names={['from', 'to', 'visit']} type="date" />
        <TypedFields typed={typed} wrong={wrong} names={['event']} type="text" />
        <ChosenFields typed={typed} />
        <TypedFields typed={typed} wrong={wrong} names={['least', 'most']} type="text" inputMode="decimal" />
        <label className="flex min-h-target items-center gap-3">
          <input
            type="checkbox"
            name="tasks"
            value="1"
            defaultChecked={typed.tasks !== undefined}
            className="size-6 flex-none accent-ink"
          />
          {t('fields.tasks')}
        </label>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{t('show')}</Button>
          {Object.keys(typed).length === 0 ? null : (
            <TextLink href={paths.staffOrders(language)}>{t('reset')}</TextLink>
          )}
        </div>
      </form>
    </search>
  );
}

interface TypedFieldsProps extends Filter {
  readonly names: readonly ('from' | 'to' | 'visit' | 'event' | 'least' | 'most')[];
  readonly type: 'date' | 'text';
  readonly inputMode?: 'decimal';
}

function TypedFields({ typed, wrong, names, ...input }: TypedFieldsProps) {
  const t = useTranslations('lists.orders');
  return names.map((name) => (
    <Field
      key={name}
      id={`filter-${name}`}
      name={name}
      label={t(`fields.${name}`)}
      defaultValue={typed[name]}
      error={wrong.includes(name) ? t('wrong') : undefined}
      autoComplete="off"
      maxLength={100}
      {...input}
    />
  ));
}

function ChosenFields({ typed }: Pick<Filter, 'typed'>) {
  const t = useTranslations('lists.orders');
  const staff = useTranslations('staff.order');
  const names = useTranslations('checkout.order.languages');
  const choices = [
    ['state', states.map((state) => [state, t(`states.${state}`)])],
    ['channel', channels.map((channel) => [channel, staff(`channels.${channel}`)])],
    ['speaks', languages.map((one) => [one, names(one)])],
  ] as const;
  return choices.map(([name, options]) => (
    <SelectField
      key={name}
      id={`filter-${name}`}
      name={name}
      label={t(`fields.${name}`)}
      defaultValue={typed[name] ?? ''}
    >
      <option value="">{t('any')}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  ));
}
