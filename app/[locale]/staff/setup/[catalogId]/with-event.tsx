import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { nameIn } from '@/components/staff/setup/name-in';
import { PageTitle } from '@/components/staff/ui/page-title';
import { Notice } from '@/components/ui/notice';
import type { SetupPart } from '@/lib/locale/paths';
import { type EventView, eventOf } from '@/lib/setup/event-view';
import { firstText, oneOfParameter } from '@/lib/storefront/common/request/parameters';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { WithDraft } from '../with-draft';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

interface WithEventProps {
  readonly catalogId: string;
  readonly parameters: Parameters;
  readonly part: Extract<SetupPart, 'sessions' | 'series'>;
  readonly children: (open: OpenDraft, event: EventView) => ReactNode;
}

/** A page about the event that the address names. */
export function WithEvent({ catalogId, parameters, part, children }: WithEventProps) {
  const key = firstText(parameters['key']) ?? '';
  const done = oneOfParameter(['saved', 'removed'], parameters['done']);
  return (
    <WithDraft catalogId={catalogId}>
      {(open) => {
        const event = eventOf(open.draft, key);
        if (event === null) notFound();
        return (
          <>
            <Head open={open} event={event} part={part} done={done} />
            {children(open, event)}
          </>
        );
      }}
    </WithDraft>
  );
}

interface HeadProps {
  readonly open: OpenDraft;
  readonly event: EventView;
  readonly part: WithEventProps['part'];
  readonly done: 'saved' | 'removed' | null;
}

async function Head({ open, event, part, done }: HeadProps) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const name = nameIn(open.draft, event.name, language) || event.key;
  return (
    <>
      <PageTitle title={`${name}: ${t(`parts.${part}`)}`} of={open.name} className="pb-4" />
      {done === null ? null : (
        <div className="pb-6">
          <Notice tone="result" title={t(`done.${done}`)} />
        </div>
      )}
    </>
  );
}
