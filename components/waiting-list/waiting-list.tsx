import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { venueTime } from '@/lib/locale/venue-time';
import type { OfferPage } from '@/lib/storefront/common/offer/offers';
import { TextLink } from '../ui/link';
import { Notice } from '../ui/notice';
import type { FormAction } from '../ui/typed-form';
import { WaitingListForm, type WaitingFormState, type WaitingTicket } from './waiting-list-form';

interface WaitingListProps {
  readonly page: OfferPage;
  readonly join: FormAction<WaitingFormState>;
  readonly fieldOf: (ticketId: string) => string;
  /** The session that was chosen before, or that the link names. */
  readonly sessionOf: (ticketId: string) => string | undefined;
  readonly quantity: string | undefined;
  readonly most: number;
  /** This visitor has just joined. */
  readonly hasJoined: boolean;
}

/** The form for the waiting list, if the offer or one of its sessions has nothing left. */
export function WaitingList(props: WaitingListProps) {
  const { page, join, fieldOf, sessionOf, quantity, most, hasJoined } = props;
  const t = useTranslations('shop.waitingList');
  const language = useLocale();
  const { catalog, offer, waiting, maximum } = page;
  if (waiting === null && !hasJoined) return null;
  const choices = waiting ?? [];
  const fields = choices.map(({ ticket, sessions }): WaitingTicket => ({
    name: fieldOf(ticket.id),
    label: t('session', { ticket: ticket.name }),
    sessions: sessions.map((session) => ({
      id: session.id,
      label: [venueTime(session.occursAt, catalog.timezone), session.name ?? '']
        .filter((part) => part !== '')
        .join(' · '),
    })),
  }));
  const chosen = Object.fromEntries(
    choices.flatMap(({ ticket, sessions }) => {
      const [only, ...others] = sessions;
      const asked = sessions.find(({ id }) => id === sessionOf(ticket.id));
      const id = (asked ?? (others.length === 0 ? only : undefined))?.id;
      return id === undefined ? [] : [[fieldOf(ticket.id), id] as const];
    }),
  );
  return (
    <section id="waiting-list" aria-labelledby="waiting-list-title" className="space-y-4 pt-10">
      {hasJoined ? (
        <Notice title={<span id="waiting-list-title">{t('joined')}</span>}>
          <p>{t('joinedText')}</p>
          {waiting === null ? null : (
            <TextLink href={paths.waitingList(language, catalog.id, offer.id)}>{t('joinAgain')}</TextLink>
          )}
        </Notice>
      ) : (
        <>
          <h2 id="waiting-list-title" className="text-heading">
            {t('title')}
          </h2>
          <p className="max-w-text">{t(maximum === 0 ? 'text' : 'sessionText')}</p>
          <WaitingListForm
            join={join}
            about={{ catalogId: catalog.id, offerId: offer.id }}
            tickets={fields}
            chosen={{ ...chosen, ...(quantity === undefined ? {} : { quantity }) }}
            most={most}
            words={{
              choose: t('choose'),
              quantity: t('quantity'),
              email: t('email'),
              button: t('button'),
              privacy: t('privacy'),
            }}
          />
        </>
      )}
    </section>
  );
}
