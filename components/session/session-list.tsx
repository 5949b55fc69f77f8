import { useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { isClosed, sessionWords } from '@/lib/locale/availability';
import { venueTime } from '@/lib/locale/venue-time';
import { byPartOfDay } from './parts-of-day';
import { SessionTile } from './session-tile';
import { wordsText } from './state-text';

interface SessionListProps {
  readonly sessions: readonly Session[];
  readonly timezone: string | undefined;
  readonly lang: string | undefined;
  readonly chosenId: string | undefined;
  readonly hrefOf: (session: Session) => string;
}

function Tiles({ sessions, timezone, lang, chosenId, hrefOf }: SessionListProps) {
  const t = useTranslations('shop.state');
  const hasNames = sessions.some((session) => (session.name ?? null) !== null);
  const columns = hasNames
    ? 'grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]';
  return (
    <ul className={`grid gap-2 ${columns}`}>
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionTile
            id={session.id}
            href={hrefOf(session)}
            time={venueTime(session.occursAt, timezone)}
            dateTime={session.occursAt}
            name={session.name ?? null}
            lang={lang}
            initial={{
              text: wordsText(t, sessionWords(session)),
              isSoldOut: isClosed(sessionWords(session)),
            }}
            isChosen={session.id === chosenId}
          />
        </li>
      ))}
    </ul>
  );
}

/** The sessions of a day: a handful as they are, dozens by the part of the day. */
export function SessionList(props: SessionListProps) {
  const t = useTranslations('shop.event');
  return (
    <div className="space-y-6">
      {byPartOfDay(props.sessions, props.timezone).map(({ part, sessions }) => (
        <div key={part ?? 'all'}>
          {part === null ? null : <h4 className="pb-2 text-small font-bold text-ink-soft">{t(part)}</h4>}
          <Tiles {...props} sessions={sessions} />
        </div>
      ))}
    </div>
  );
}
