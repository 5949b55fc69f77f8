import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { StaffMember } from '@/lib/storefront/common/account/staff-access';
import { SubmitButton } from '../../ui/submit-button';
import { StaffNav } from './staff-nav';
import { useShopZone } from '../ui/stamp';

interface StaffBarProps {
  readonly member: StaffMember;
  readonly signOut: (form: FormData) => Promise<void>;
}

/** The pages of the staff, in the order of their links, and what one needs to open them. */
const pages = [
  { name: 'orders', path: paths.staff, needs: 'orders:read' },
  { name: 'counter', path: paths.staffCounter, needs: 'sales:make' },
  { name: 'today', path: paths.staffToday, needs: 'reports:read' },
  { name: 'door', path: paths.staffDoor, needs: 'tickets:admit' },
  { name: 'reports', path: paths.staffReports, needs: 'reports:read' },
  { name: 'closing', path: paths.staffClosing, needs: 'reports:read' },
  { name: 'waitingRoom', path: paths.staffWaitingRoom, needs: 'orders:read' },
  { name: 'catalogs', path: paths.staffCatalogs, needs: 'reports:read' },
  { name: 'eventChanges', path: paths.staffEventChanges, needs: 'orders:read' },
  { name: 'personalData', path: paths.staffPersonalData, needs: 'people:change' },
  { name: 'audit', path: paths.staffAudit, needs: 'audit:read' },
] as const;

export function StaffBar({ member, signOut }: StaffBarProps) {
  const t = useTranslations('staff');
  const language = useLocale();
  const open = pages.filter(({ needs }) => member.permissions.includes(needs));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 border-b border-rule text-small print:hidden">
      <StaffNav
        label={t('nav.label')}
        pages={open.map(({ name, path }) => {
          const href = path(language);
          // The start page is above all others; only those of bookings belong to it.
          return { name: t(`nav.${name}`), href, section: name === 'orders' ? `${href}/orders` : href };
        })}
      />
      <form action={signOut} className="flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="back" value={paths.staff(language)} />
        <p className="text-ink-soft">{t('zone', { zone: useShopZone() })}</p>
        <p>{t('signedIn', { name: member.name })}</p>
        <SubmitButton variant="quiet" className="text-small font-normal">
          {t('signOut')}
        </SubmitButton>
      </form>
    </div>
  );
}
