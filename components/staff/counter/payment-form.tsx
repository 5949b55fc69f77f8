import { useLocale, useTranslations } from 'next-intl';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import type { SaleProblem } from '@/lib/storefront/staff/counter/counter-problems';
import { countryOptions } from '../../checkout/countries';
import { HeldItems, type ItemView, itemName, removeClass } from '../../basket/held-items';
import { HoldClock } from '../../basket/hold-clock';
import { useClockWords } from '../../basket/hold-end';
import { QuestionSections } from '../../checkout/question-fields';
import { isAtField, VoucherAnswer } from '../../voucher/voucher-answer';
import { Field, SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { GiveForm } from './give-form';
import { SaleExchange } from './sale-exchange';
import { SaleVoucher } from './sale-voucher';
import type { CounterSaleProps, SaleView } from './sale-view';

interface PaymentFormProps extends CounterSaleProps {
  readonly held: NonNullable<SaleView['held']>;
}

/** A field that is wrong names the problem itself. */
const fieldProblems = new Set<SaleProblem>(['given', 'not_enough', 'receipt', 'email', 'name', 'country']);

function useErrors({ problem }: PaymentFormProps) {
  const t = useTranslations('counter.problems');
  return (...names: readonly SaleProblem[]): string | undefined =>
    problem !== null && names.includes(problem) ? t(problem) : undefined;
}

function Method(props: PaymentFormProps) {
  const t = useTranslations('counter');
  const typed = props.sale.view.checkout.entries.more ?? {};
  const isTerminal = typed['method']?.[0] === 'terminal';
  const errorOf = useErrors(props);
  return (
    <fieldset className="space-y-4">
      <legend className="pb-2 text-lead font-bold">{t('payment')}</legend>
      {(['cash', 'terminal'] as const).map((method) => (
        <label key={method} className="flex min-h-target items-center gap-3 font-bold">
          <input
            type="radio"
            name="method"
            value={method}
            defaultChecked={isTerminal === (method === 'terminal')}
            className="h-5 w-5 flex-none accent-accent"
          />
          {t(`methods.${method}`)}
        </label>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="given"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          label={t('given')}
          hint={t('givenHint')}
          error={errorOf('given', 'not_enough')}
          defaultValue={typed['given']?.[0] ?? ''}
        />
        <Field
          name="receipt"
          autoComplete="off"
          maxLength={40}
          label={t('receipt')}
          hint={t('receiptHint')}
          error={errorOf('receipt')}
          defaultValue={typed['receipt']?.[0] ?? ''}
        />
      </div>
    </fieldset>
  );
}

/** A voucher has paid all of it: no money changes hands, so nothing is asked about it. */
function NothingToPay() {
  const t = useTranslations('counter');
  return (
    <>
      <HiddenFields method="cash" />
      <p className="font-bold">{t('free')}</p>
    </>
  );
}

function Customer(props: PaymentFormProps) {
  const t = useTranslations('counter');
  const details = useTranslations('checkout.details');
  const { sale, country, problem } = props;
  const { entries } = sale.view.checkout;
  const errorOf = useErrors(props);
  const optional = details('optional');
  return (
    <fieldset className="space-y-4">
      <legend className="pb-2 text-lead font-bold">{t('customer')}</legend>
      <p className="max-w-text text-small text-ink-soft">{t('customerHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="firstname"
          label={details('firstname')}
          defaultValue={entries.firstname}
          optional={optional}
          autoComplete="off"
          maxLength={255}
          error={errorOf('name')}
        />
        <Field
          name="lastname"
          label={details('lastname')}
          defaultValue={entries.lastname}
          optional={optional}
          autoComplete="off"
          maxLength={255}
          aria-invalid={problem === 'name' ? true : undefined}
        />
        <Field
          name="email"
          label={details('email')}
          defaultValue={entries.email}
          type="email"
          autoComplete="off"
          optional={sale.contact.email === null ? undefined : optional}
          error={errorOf('email')}
        />
        <CountryField
          country={entries.country === '' ? country : entries.country}
          error={errorOf('country')}
        />
        <LanguageField language={entries.more?.['language']?.[0] ?? sale.view.checkout.language} />
      </div>
    </fieldset>
  );
}

function CountryField({ country, error }: { country: string; error: string | undefined }) {
  const t = useTranslations('checkout.details');
  return (
    <SelectField name="country" label={t('country')} defaultValue={country} error={error}>
      <option value="">{t('countryChoose')}</option>
      {countryOptions(useLocale()).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function LanguageField({ language }: { language: string }) {
  const names = useTranslations('checkout.order.languages');
  return (
    <SelectField name="language" label={useTranslations('counter')('language')} defaultValue={language}>
      {languages.map((one) => (
        <option key={one} value={one}>
          {names(one)}
        </option>
      ))}
    </SelectField>
  );
}

function Fields(props: PaymentFormProps) {
  const t = useTranslations('counter');
  const details = useTranslations('checkout.details');
  const questions = useTranslations('checkout.questions');
  const language = useLocale();
  const { sale, held, problem, actions } = props;
  const { checkout, due } = sale.view;
  const isFree = compareAmounts(due, '0.00') === 0;
  return (
    <form action={actions.takeMoney} noValidate className="space-y-8">
      <HiddenFields checkoutId={checkout.id} total={due} />
      {problem === null || fieldProblems.has(problem) ? null : (
        <Notice tone="problem" title={t(`problems.${problem}`)} />
      )}
      {problem !== null && fieldProblems.has(problem) ? (
        <Notice tone="problem" title={t('check')}>
          <p>{t(`problems.${problem}`)}</p>
        </Notice>
      ) : null}
      {isFree ? <NothingToPay /> : <Method {...props} />}
      <Customer {...props} />
      <QuestionSections
        sections={held.sections.filter(({ isClosed }) => !isClosed)}
        typed={checkout.entries.more ?? {}}
        errors={held.errors}
        words={{ optional: details('optional'), choose: questions('choose') }}
        countries={countryOptions(language)}
      />
      <SubmitButton>
        {isFree ? t('takeFree') : t('take', { total: formatAmount(due, language) })}
      </SubmitButton>
    </form>
  );
}

interface RemoveFromSaleProps {
  readonly checkoutId: string;
  readonly item: ItemView;
  readonly remove: CounterSaleProps['actions']['removeItem'];
}

/** A form of its own, so that it takes no money. */
function RemoveFromSale({ checkoutId, item, remove }: RemoveFromSaleProps) {
  const t = useTranslations('checkout.items');
  return (
    <form action={remove}>
      <HiddenFields checkoutId={checkoutId} holdId={item.holdId} />
      <SubmitButton
        variant="quiet"
        className={removeClass}
        aria-label={t('removeLabel', { name: itemName(item) })}
      >
        {t('remove')}
      </SubmitButton>
    </form>
  );
}

/** What became of a code, of earlier tickets, and of an item that was to be removed. */
function Notices({ sale, notice, item, exchangeProblem }: CounterSaleProps) {
  const t = useTranslations('counter.items');
  const exchange = useTranslations('rebooking.answers');
  const language = useLocale();
  return (
    <>
      {notice === null || isAtField(sale.view.voucher, notice) ? null : <VoucherAnswer notice={notice} />}
      {exchangeProblem === null ? null : <Notice tone="problem" title={exchange(exchangeProblem)} />}
      {item === null ? null : (
        <Notice tone={item === 'removed' ? 'result' : 'problem'} title={t(item)}>
          <p>{t(`${item}Text`, { total: formatAmount(sale.view.total, language) })}</p>
        </Notice>
      )}
    </>
  );
}

/** What is held for the sale, and how it is paid. */
export function PaymentForm(props: PaymentFormProps) {
  const t = useTranslations('counter');
  const language = useLocale();
  const { sale, actions } = props;
  const { view } = sale;
  const { id, secondsLeft, expiresAt } = view.checkout;
  const words = useClockWords({ items: view.items, expiresAt, secondsLeft });
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[7fr_5fr]">
      <HeldItems
        items={view.items}
        fees={view.fees}
        voucher={view.voucher}
        total={view.total}
        credit={sale.exchange?.kind === 'of_others' ? '0.00' : view.credit}
        due={view.due}
        back={view.back}
        returned={sale.exchange?.card?.amount}
        leastTotal={view.leastTotal}
        title={t('held')}
        buttonsOf={(item) => <RemoveFromSale checkoutId={id} item={item} remove={actions.removeItem} />}
      >
        <SaleVoucher sale={sale} notice={props.notice} actions={actions} />
        <GiveForm sale={sale} give={props.give} actions={actions} />
        <SaleExchange sale={sale} actions={actions} />
        <HoldClock key={secondsLeft} secondsLeft={secondsLeft} words={words} />
        <div className="flex flex-wrap items-center gap-4">
          <TextLink href={paths.staffCounter(language, { sale: id })}>{t('add')}</TextLink>
          <form action={actions.giveUp}>
            <HiddenFields checkoutId={id} />
            <SubmitButton variant="quiet">{t('giveUp')}</SubmitButton>
          </form>
        </div>
      </HeldItems>
      <div className="space-y-8">
        <Notices {...props} />
        <Fields {...props} />
      </div>
    </div>
  );
}
