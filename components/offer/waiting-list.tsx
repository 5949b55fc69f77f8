import { useTranslations } from 'next-intl';
import type { OfferTicket } from '@/lib/contract/offer';
import { venueTime } from '@/lib/locale/venue-time';
import type { OfferPage } from '@/lib/storefront/offers';
import { Notice } from '../ui/notice';
import { WaitingListForm, type WaitingFormState, type WaitingTicket } from './waiting-list-form';

interface WaitingListProps {
  readonly page: OfferPage;
  readonly join: (state: WaitingFormState, form: FormData) => Promise<WaitingFormState>;
  readonly fieldOf: (ticketId: string) => string;
  readonly sessionOf: (ticketId: string) => string | undefined;
  readonly quantity: string | undefined;
  readonly most: number;
  /** This visitor has just joined. */
  readonly hasJoined: boolean;
}

const isGone = ({ availableQuantity, status }: OfferTicket['sessions'][number]) =>
  availableQuantity === 0 && (status ?? 'on_sale') === 'on_sale';

/** The sessions that one can wait for: those without tickets, if one session is all that is to be chosen. */
function waitable(page: OfferPage, withSessions: readonly OfferTicket[]) {
  const isOne = withSessions.length === 1 && page.offer.availableQuantity !== 0;
  const may = (session: OfferTicket['sessions'][number]) =>
    isOne ? isGone(session) : (session.status ?? 'on_sale') === 'on_sale';
  return withSessions.map((ticket) => ({ ticket, sessions: ticket.sessions.filter(may) }));
}

/** The form for the waiting list, if the offer or one of its sessions has nothing left. */
export function WaitingList(props: WaitingListProps) {
  const { page, join, fieldOf, sessionOf, quantity, most, hasJoined } = props;
  const t = useTranslations('shop.waitingList');
  const { catalog, offer, tickets, maximum } = page;
  const withSessions = tickets.filter(({ dateAccess }) => !dateAccess);
  const choices = waitable(page, withSessions);
  const isSoldOut = maximum === 0 || choices.some(({ ticket }) => ticket.sessions.some(isGone));
  const isOffered = isSoldOut && choices.every(({ sessions }) => sessions.length > 0);
  if (!isOffered && !hasJoined) return null;
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
      const id = sessionOf(ticket.id) ?? (others.length === 0 ? only?.id : undefined);
      return id === undefined ? [] : [[fieldOf(ticket.id), id] as const];
    }),
  );
  return (
    <section id="waiting-list" aria-labelledby="waiting-list-title" className="space-y-4 pt-10">
      {hasJoined ? (
        <Notice title={<span id="waiting-list-title">{t('joined')}</span>}>
          <p>{t('joinedText')}</p>
        </Notice>
      ) : (
        <>
          <h2 id="waiting-list-title" className="text-heading">
            {t('title')}
          </h2>
          <p className="max-w-text">{t(maximum === 0 ? 'text' : 'sessionText')}</p>
          <WaitingListForm
            join={join}
            catalogId={catalog.id}
            offerId={offer.id}
            tickets={fields}
            chosen={{ ...chosen, ...(quantity === undefined ? {} : { quantity }) }}
            most={most}
            words={{
              ...{ choose: t('choose'), quantity: t('quantity'), email: t('email') },
              ...{ button: t('button'), privacy: t('privacy') },
            }}
          />
        </>
      )}
    </section>
  );
}
