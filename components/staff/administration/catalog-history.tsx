import { useLocale, useTranslations } from 'next-intl';
import { type CatalogChange } from '@/lib/contract/catalog-change';
import { overrideSchema } from '@/lib/contract/catalog-override';
import { feedKinds, type ImportRecord } from '@/lib/contract/feed-import';
import { formatAmount } from '@/lib/money/money';
import { withColon } from '@/lib/locale/colon';
import { formatDay } from '@/lib/locale/venue-time';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';

interface Page<Member> {
  readonly members: readonly Member[];
  readonly totalItems: number;
}

/** The newest imports of a catalogue, also those that were refused. */
export function ImportHistory({ imports: { members, totalItems } }: { imports: Page<ImportRecord> }) {
  const t = useTranslations('catalogAdmin');
  const stamp = useStamp();
  return (
    <Section id="imports" title={t('imports')}>
      {members.length === 0 ? (
        <p>{t('noImports')}</p>
      ) : (
        <DataTable
          caption={<Newest shown={members.length} total={totalItems} />}
          columns={(['at', 'who', 'source', 'result'] as const).map((name) => t(`columns.${name}`))}
          long={(['who', 'source', 'result'] as const).map((name) => t(`columns.${name}`))}
          rows={members.map((one) => ({
            key: one.id,
            cells: [
              stamp(new Date(one.at)),
              one.actor,
              one.source ?? '–',
              <ImportResult key="result" record={one} />,
            ],
          }))}
        />
      )}
    </Section>
  );
}

function ImportResult({ record: { counts, warningCount, errorCount, errors } }: { record: ImportRecord }) {
  const t = useTranslations('catalogAdmin.import');
  if (counts === null) {
    return (
      <details className="inline-block">
        <summary className="min-h-target py-2 underline">{t('refused', { count: errorCount })}</summary>
        <ul className="text-small">
          {errors.map(({ propertyPath, message }, index) => (
            <li key={index}>
              {propertyPath}: {message}
            </li>
          ))}
        </ul>
      </details>
    );
  }
  const sum = (of: 'added' | 'changed' | 'retired') =>
    feedKinds.reduce((total, kind) => total + counts[kind][of], 0);
  const parts = [
    t('accepted', { added: sum('added'), changed: sum('changed'), retired: sum('retired') }),
    ...(warningCount === 0 ? [] : [t('warnings', { count: warningCount })]),
  ];
  return parts.join(' · ');
}

/** The newest lines of the log of a catalogue. */
export function ChangeHistory({ changes: { members, totalItems } }: { changes: Page<CatalogChange> }) {
  const t = useTranslations('catalogAdmin');
  const stamp = useStamp();
  return (
    <Section id="changes" title={t('changes')}>
      {members.length === 0 ? (
        <p>{t('noChanges')}</p>
      ) : (
        <DataTable
          caption={<Newest shown={members.length} total={totalItems} />}
          columns={(['at', 'who', 'what', 'reason'] as const).map((name) => t(`columns.${name}`))}
          long={(['who', 'what', 'reason'] as const).map((name) => t(`columns.${name}`))}
          rows={members.map((one) => ({
            key: one.id,
            cells: [
              stamp(new Date(one.at)),
              one.actor,
              <Changed key="what" change={one} />,
              one.reason ?? '–',
            ],
          }))}
        />
      )}
    </Section>
  );
}

function Changed({ change: { action, before, after } }: { change: CatalogChange }) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  const override = overrideSchema.safeParse(action === 'remove' ? before : after).data;
  if (override === undefined) return t(`actions.${action}`);
  const { kind, amountInclTax, from } = override;
  const value =
    amountInclTax === null ? String(override.capacity ?? '') : formatAmount(amountInclTax, language);
  const day = from === null ? '' : formatDay(from, language, 'short');
  return withColon(t(`actions.${action}`), t(`overrides.${kind}`, { value, from: day }), language);
}

function Newest({ shown, total }: { shown: number; total: number }) {
  const t = useTranslations('catalogAdmin');
  return shown === total ? '' : t('newest', { count: shown });
}
