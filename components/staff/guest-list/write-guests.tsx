import { useLocale, useTranslations } from 'next-intl';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { mostGuests } from '@/lib/shop/values/guest-values';
import type { GuestFormPage } from '@/lib/storefront/staff/guest-list/guest-list';
import type { VisitAddress } from '@/lib/storefront/staff/visitors/visitors';
import { Empty } from '../../ui/empty';
import type { FormAction } from '../../ui/typed-form';
import { useMessageVisit } from '../message/message-visit';
import { BackLink } from '../ui/back-link';
import { EarlierList } from '../ui/earlier-list';
import { PageTitle } from '../ui/page-title';
import { GuestForm, type GuestFormState } from './guest-form';

interface WriteGuestsProps {
  readonly page: GuestFormPage;
  readonly address: VisitAddress;
  readonly read: FormAction<GuestFormState>;
}

/** Where staff type or paste who gets tickets of a visit for free. */
export function WriteGuests({ page, address, read }: WriteGuestsProps) {
  const t = useTranslations('lists.guests');
  const give = useTranslations('counter.give');
  const visitors = useTranslations('lists.visitors');
  const names = useTranslations('checkout.order.languages');
  const language = useLocale();
  const { draft, offers, listId } = page;
  const first = {
    names: page.names,
    offer: offers.find((offer) => offer['@id'] === draft?.item.offer)?.id ?? offers[0]?.id ?? '',
    speaks: draft?.language ?? language,
    reason: draft?.reason ?? '',
  };
  return (
    <>
      <BackLink href={paths.staffVisitors(language, address)} label={visitors('backToList')} />
      <PageTitle title={t('title')} className="pb-1" />
      <p className="pb-4">{useMessageVisit(page)}</p>
      {!page.isSetUp || offers.length === 0 ? (
        <Empty title={page.isSetUp ? t('none') : give('problems.not_set_up')} />
      ) : (
        <>
          <p className="max-w-text pb-4">{t('about')}</p>
          <GuestForm
            read={read}
            about={{ listId, ...address }}
            values={first}
            words={{
              names: t('names'),
              namesHint: `${t('namesHint', { most: mostGuests })}${page.needsEmail ? ` ${t('needsEmail')}` : ''}`,
              offer: t('offer'),
              speaks: t('speaks'),
              reason: give('reason'),
              reasonHint: give('reasonHint'),
              read: t('read'),
            }}
            offers={offers.map(({ id, product, price }) => ({
              value: id,
              name: t('tariff', { name: product.name, price: formatAmount(price.amountInclTax, language) }),
            }))}
            languages={languages.map((one) => ({ value: one, name: names(one) }))}
          />
        </>
      )}
      <EarlierList
        title={t('earlier')}
        rows={page.earlier.map(({ id, reason, startedAt }) => ({
          href: paths.staffGuestList(language, id),
          name: reason,
          startedAt,
        }))}
      />
    </>
  );
}
