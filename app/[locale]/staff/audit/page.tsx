import { getLocale } from 'next-intl/server';
import { AuditLog } from '@/components/staff/audit/audit-log';
import { paths } from '@/lib/locale/paths';
import { auditQuery, searchAudit, wrongDays } from '@/lib/storefront/staff/audit/audit';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function AuditPage({ searchParams }: PageProps<'/[locale]/staff/audit'>) {
  const language = await getLocale();
  const parameters = await searchParams;
  const query = auditQuery(parameters);
  const answer = await searchAudit(query, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffAudit(language)} />;
  return (
    <StaffFrame member={answer.member}>
      <AuditLog {...answer.value} query={query} wrongDays={wrongDays(parameters)} />
    </StaffFrame>
  );
}
