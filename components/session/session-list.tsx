import { useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { byActivity } from './activities';
import { byPartOfDay } from './parts-of-day';
import { sessionChoice, type ChoiceOptions } from './session-choice';
import { SessionTile } from './session-tile';

interface SessionListProps extends ChoiceOptions {
  readonly sessions: readonly Session[];
  /** Of its tickets; and where one can wait for them. */
  readonly hrefOf: (session: Session) => string;
}

interface TilesProps extends SessionListProps {
  /** The name of the sessions stands above them. */
  readonly isNamed?: boolean;
}

function Tiles({ sessions, hrefOf, isNamed = false, ...options }: TilesProps) {
  const t = useTranslations('shop.state');
  const wait = useTranslations('shop.waitingList')('button');
  const hasNames = !isNamed && sessions.some((session) => (session.name ?? null) !== null);
  const columns = hasNames
    ? 'grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(min(6.5rem,100%),1fr))]';
  return (
    <ul className={`grid gap-2 ${columns}`}>
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionTile
            {...sessionChoice(t, session, options)}
            href={hrefOf(session)}
            isNamed={isNamed}
            wait={wait}
          />
        </li>
      ))}
    </ul>
  );
}

/** Sessions of several activities by their names, others by the part of the day. */
export function SessionList(props: SessionListProps) {
  const t = useTranslations('shop.event');
  const groups = byActivity(props.sessions);
  if (groups !== null) {
    return (
      <div className="space-y-6">
        {groups.map(({ name, sessions }) => (
          <div key={name ?? ''}>
            <h4 className="pb-2 font-bold" lang={name === null ? undefined : props.lang}>
              {name ?? t('otherTimes')}
            </h4>
            <Tiles {...props} sessions={sessions} isNamed />
          </div>
        ))}
      </div>
    );
  }
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
