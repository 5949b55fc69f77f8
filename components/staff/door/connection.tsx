import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import type { DoorState } from './door-state';
import type { DoorTexts } from './door-texts';
import { momentAt } from './result-lines';

interface ConnectionProps {
  readonly state: DoorState;
  /** Of the times. */
  readonly timezone: string;
  readonly texts: DoorTexts;
  readonly language: Language;
}

/** Whether the device can judge without a connection, and what it has not sent. */
export function Connection({ state, timezone, texts, language }: ConnectionProps) {
  const { list, isConnected, waiting } = state;
  const { connection } = texts;
  const time = list === null ? '' : momentAt(new Date(list.at).toISOString(), timezone, language).time;
  const count = list?.count ?? 0;
  return (
    <section aria-labelledby="connection" className="needs-script border-t border-rule pt-4">
      <h2 id="connection" className="pb-2 text-base font-bold">
        {connection.title}
      </h2>
      <div role="status" className="space-y-2">
        {list === null ? (
          <p>{connection.noList}</p>
        ) : (
          <p className={isConnected ? '' : 'font-bold text-bad'}>
            {fillText(isConnected ? connection.ready : connection.offline, { time, count })}
          </p>
        )}
        {waiting === 0 ? null : (
          <p className="font-bold">{fillText(connection.waiting, { count: waiting })}</p>
        )}
      </div>
    </section>
  );
}
