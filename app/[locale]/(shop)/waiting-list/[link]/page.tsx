import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { PlainPage } from '@/components/layout/plain-page';
import { WaitingPlaceForms } from '@/components/waiting-list/waiting-place-forms';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/lib/locale/paths';
import { venueTime, venueZone } from '@/lib/locale/venue-time';
import { getWaitingPlace } from '@/lib/storefront/shop/waiting-list/waiting-list';
import { joinAgain, leaveList, takeTickets } from './actions';

type Props = PageProps<'/[locale]/waiting-list/[link]'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shop.waitingPlace');
  // "no-referrer" would remove the Origin of its forms, by which actions know that the forms are ours.
  return { title: t('meta'), robots: { index: false }, referrer: 'same-origin' };
}

/** A place on a waiting list. The page only shows it: mail programs open links, too, so all changes are buttons. */
export default async function WaitingPlacePage({ params }: Props) {
  const { link: encoded } = await params;
  const link = decodeURIComponent(encoded);
  const language = await getLocale();
  const t = await getTranslations('shop.waitingPlace');
  const place = await getWaitingPlace(link);
  if (place === null) {
    return (
      <PlainPage title={t('gone')} text={<p>{t('goneText')}</p>}>
        <ButtonLink href={paths.home(language)}>{t('home')}</ButtonLink>
      </PlainPage>
    );
  }
  const { entry, list, state, heldUntil } = place;
  const until = heldUntil?.toISOString();
  const zone = entry.timezone ?? undefined;
  const moment =
    until === undefined
      ? { time: '', zone: '' }
      : { time: venueTime(until, zone), zone: venueZone(until, zone) };
  const shown = state === 'taken' && heldUntil === null ? 'used' : state;
  return (
    <PlainPage
      title={t(shown, moment)}
      text={
        <>
          <p>{t(`${shown}Text`, moment)}</p>
          <div className="border-l-8 border-ink pl-4 font-sans text-base" lang={entry.language}>
            <p className="font-bold">
              {t('quantity', { quantity: entry.quantity })} · {entry.productName}
            </p>
            {entry.details.map((detail, index) => (
              <p key={index}>{detail}</p>
            ))}
          </div>
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <WaitingPlaceForms
          link={link}
          state={shown}
          actions={{ take: takeTickets, leave: leaveList, again: joinAgain }}
        />
        {shown === 'notified' || shown === 'taken' ? null : (
          <ButtonLink href={paths.offer(language, list.catalogId, list.offerId)} variant="secondary">
            {t('offer')}
          </ButtonLink>
        )}
      </div>
    </PlainPage>
  );
}
