import { getLocale } from 'next-intl/server';
import { ExportForm } from '@/components/staff/report/export-form';
import { SalesReport } from '@/components/staff/report/sales-report';
import { paths } from '@/lib/locale/paths';
import { isSignInFresh } from '@/lib/storefront/common/account/sign-in';
import { may } from '@/lib/storefront/common/account/staff-access';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readReport } from '@/lib/storefront/staff/report/reports';
import { signInAgain } from '../actions';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function ReportsPage({ searchParams }: PageProps<'/[locale]/staff/reports'>) {
  const language = await getLocale();
  const parameters = await searchParams;
  const answer = await readReport(parameters, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffReports(language)} />;
  return (
    <StaffFrame member={answer.member}>
      <SalesReport {...answer.value} />
      <ExportForm
        period={answer.value.period}
        problem={firstText(parameters['problem'])}
        customers={
          may(answer.member, 'customers:export')
            ? { isFresh: await isSignInFresh(), signInAgain, back: paths.staffReports(language) }
            : null
        }
      />
    </StaffFrame>
  );
}
