import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { DoorPage as DoorView } from '@/components/staff/door/door-page';
import { ForgetDoor } from '@/components/staff/door/keep-door';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { readDoor } from '@/lib/storefront/staff/door/door';
import {
  doorSettings,
  parseDay,
  parseEntrance,
  settingsEntries,
} from '@/lib/storefront/staff/door/door-form';
import { isId } from '@/lib/storefront/common/request/load';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { StaffGate } from '../gate';
import { StaffFrame } from '../frame';
import { admitFound, admitRest, admitTyped, tickOff, undoAdmission } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  return { manifest: paths.doorManifest(await getLocale()) };
}

export default async function DoorPage({ searchParams }: PageProps<'/[locale]/staff/door'>) {
  const parameters = await searchParams;
  const language = await getLocale();
  const settings = doorSettings(parameters);
  const shown = (firstText(parameters['shown']) ?? '').split(' ').filter(isId);
  const date = parseDay(parameters);
  const name = firstText(parameters['find']);
  const find = settings === null || name === undefined ? undefined : { ...settings, name };
  const answer = await readDoor({ date, shown, find }, language);
  if (answer.kind !== 'staff') {
    return (
      <>
        <ForgetDoor />
        <StaffGate access={answer} back={paths.staffDoor(language)} />
      </>
    );
  }
  const t = await getTranslations('door');
  return (
    <StaffFrame member={answer.member}>
      <PageTitle title={t('title')} />
      <DoorView
        answer={answer.value}
        catalogs={answer.member.catalogs}
        settings={settings}
        entries={settings === null ? [] : settingsEntries(settings)}
        date={date}
        entrance={parseEntrance(parameters)}
        problem={firstText(parameters['problem'])}
        isOtherLayout={firstText(parameters['layout']) === 'other'}
        actions={{ admit: admitTyped, admitGroup: admitRest, undo: undoAdmission, admitFound, tickOff }}
      />
    </StaffFrame>
  );
}
