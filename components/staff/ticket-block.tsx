import { useLocale, useTranslations } from 'next-intl';
import type { IncidentView } from '../order/incident-view';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';
import { ConfirmBox } from './confirm-box';
import { stamp, type BlockView } from './order-view';

type Action = (form: FormData) => Promise<void>;

interface TicketBlockProps {
  readonly checkoutId: string;
  readonly incidents: readonly IncidentView[];
  readonly block: BlockView | null;
  readonly change: Action;
}

function Hidden({ checkoutId, to }: { checkoutId: string; to: 'block' | 'unblock' }) {
  return (
    <>
      <input type="hidden" name="checkoutId" value={checkoutId} />
      <input type="hidden" name="change" value={to} />
    </>
  );
}

/** A box to tick and a button: works without scripts, and no single press blocks anything. */
function BlockForm({ checkoutId, change }: Pick<TicketBlockProps, 'checkoutId' | 'change'>) {
  const t = useTranslations('staff.block');
  return (
    <section aria-labelledby="block" className="pb-8">
      <h2 id="block" className="pb-2 text-heading">
        {t('title')}
      </h2>
      <form action={change} className="max-w-text space-y-3">
        <Hidden checkoutId={checkoutId} to="block" />
        <p>{t('text')}</p>
        <ConfirmBox label={t('confirm')} />
        <SubmitButton variant="secondary">{t('button')}</SubmitButton>
      </form>
    </section>
  );
}

function Answer({ block }: { block: BlockView }) {
  const t = useTranslations('staff.block');
  const { asked, changed, refused, failed } = block;
  if (asked === null) return <p>{t('unasked')}</p>;
  if (asked === 'restore') return <p>{t('restoreFailed', { count: failed ?? 0 })}</p>;
  const counts = { changed, refused, failed } as const;
  return (
    <>
      {(['changed', 'refused', 'failed'] as const).map((name) =>
        (counts[name] ?? 0) === 0 ? null : <p key={name}>{t(name, { count: counts[name] ?? 0 })}</p>,
      )}
    </>
  );
}

function Blocked({ checkoutId, block, change }: TicketBlockProps & { block: BlockView }) {
  const t = useTranslations('staff.block');
  const language = useLocale();
  const isUnfinished = block.asked !== 'cancel' || (block.failed ?? 0) > 0;
  return (
    <div className="pb-8">
      <Notice title={t('blocked', { moment: stamp(block.blockedAt, language) })}>
        <Answer block={block} />
        <div className="flex flex-wrap gap-3 pt-2">
          {isUnfinished ? (
            <form action={change}>
              <Hidden checkoutId={checkoutId} to="block" />
              <input type="hidden" name="confirmed" value="yes" />
              <SubmitButton>{t('again')}</SubmitButton>
            </form>
          ) : null}
          <form action={change}>
            <Hidden checkoutId={checkoutId} to="unblock" />
            <SubmitButton variant="secondary">{t('unblock')}</SubmitButton>
          </form>
        </div>
      </Notice>
    </div>
  );
}

/** The tickets of a lost dispute can be blocked, and unblocked again. */
export function TicketBlock(props: TicketBlockProps) {
  const { block, incidents } = props;
  if (block !== null) return <Blocked {...props} block={block} />;
  const isLost = incidents.some(({ kind, status }) => kind === 'dispute' && status === 'lost');
  return isLost ? <BlockForm {...props} /> : null;
}
