import { getLocale } from 'next-intl/server';
import { PersonalData, type ErasedView } from '@/components/staff/privacy/personal-data';
import { paths } from '@/lib/locale/paths';
import { parseCount, firstText } from '@/lib/storefront/common/request/parameters';
import { forStaff } from '@/lib/storefront/common/account/for-staff';
import { erase } from '../actions';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

type Props = PageProps<'/[locale]/staff/personal-data'>;

function parseResult(parameters: Awaited<Props['searchParams']>): ErasedView {
  if (firstText(parameters['problem']) === 'email') return 'email';
  const count = (name: string) => parseCount(parameters[name], 6);
  const [coming, erased] = [count('coming'), count('erased')];
  if (coming !== null) return { coming };
  if (erased === null) return null;
  return {
    erased,
    goingOn: count('goingOn') ?? 0,
    refused: count('refused') ?? 0,
    waiting: count('waiting') ?? 0,
  };
}

export default async function PersonalDataPage({ searchParams }: Props) {
  const language = await getLocale();
  const answer = await forStaff('people:change', () => Promise.resolve(null));
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffPersonalData(language)} />;
  return (
    <StaffFrame member={answer.member}>
      <PersonalData result={parseResult(await searchParams)} erase={erase} />
    </StaffFrame>
  );
}
