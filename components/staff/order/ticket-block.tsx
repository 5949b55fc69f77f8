import { useTranslations } from 'next-intl';
import type { IncidentView } from '../../order/incident-view';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmForm } from '../ui/confirm-form';
import type { BlockView } from './order-view';
import { useStamp } from '../ui/stamp';

interface TicketBlockProps {
  readonly checkoutId: string;
  readonly incidents: readonly IncidentView[];
  readonly block: BlockView | null;
  /** Null: this person may only look. */
  readonly change: ((form: FormData) => Promise<void>) | null;
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

interface BlockFormsProps {
  readonly checkoutId: string;
  readonly block: BlockView;
  readonly change: (form: FormData) => Promise<void>;
}

function BlockForms({ checkoutId, block, change }: BlockFormsProps) {
  const t = useTranslations('staff.block');
  const isUnfinished = block.asked !== 'cancel' || (block.failed ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-3 pt-2">
      {isUnfinished ? (
        <form action={change}>
          <HiddenFields checkoutId={checkoutId} change="block" confirmed="yes" />
          <SubmitButton>{t('again')}</SubmitButton>
        </form>
      ) : null}
      <form action={change}>
        <HiddenFields checkoutId={checkoutId} change="unblock" />
        <SubmitButton variant="secondary">{t('unblock')}</SubmitButton>
      </form>
    </div>
  );
}

function Blocked({ checkoutId, block, change }: TicketBlockProps & { block: BlockView }) {
  const t = useTranslations('staff.block');
  const stamp = useStamp();
  return (
    <div className="pb-8">
      <Notice title={t('blocked', { moment: stamp(block.blockedAt) })}>
        <Answer block={block} />
        {change === null ? null : <BlockForms checkoutId={checkoutId} block={block} change={change} />}
      </Notice>
    </div>
  );
}

export function TicketBlock(props: TicketBlockProps) {
  const { block, incidents, checkoutId, change } = props;
  if (block !== null) return <Blocked {...props} block={block} />;
  const isLost = incidents.some(({ kind, status }) => kind === 'dispute' && status === 'lost');
  if (!isLost || change === null) return null;
  return <ConfirmForm of="block" className="pb-8" action={change} values={{ checkoutId, change: 'block' }} />;
}
