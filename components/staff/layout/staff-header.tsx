import { useLocale, useTranslations } from 'next-intl';
import { Suspense, type ReactNode } from 'react';
import { paths } from '@/lib/locale/paths';
import type { StaffMember } from '@/lib/storefront/common/account/staff-access';
import { LanguageMenu, LanguageSwitch } from '../../layout/language-switch';
import { Link } from '../../ui/link';
import { MenuDetails } from '../../ui/menu-details';
import { SubmitButton } from '../../ui/submit-button';
import { useShopZone } from '../ui/stamp';
import { SearchForm } from './search-form';
import { Shortcuts, ShortcutsButton } from './shortcuts';
import { staffGroups } from './staff-pages';
import { Leaflet } from '../../layout/leaflet';
import { StaffNav } from './staff-nav';

interface StaffHeaderProps {
  /** The name of the shop. */
  readonly shop: string;
  /** Null: nobody is signed in. */
  readonly member: StaffMember | null;
  /** How many tasks are open; null: this person may not see them. */
  readonly tasks: number | null;
  /** The search box, if the page has one of its own. */
  readonly search: ReactNode;
  readonly signOut: (form: FormData) => Promise<void>;
}

/** The bar of every page of the staff: where one is, the search, and who is signed in. */
export function StaffHeader({ shop, member, tasks, search, signOut }: StaffHeaderProps) {
  const t = useTranslations('shop.site');
  const language = useLocale();
  return (
    <header data-accent="cobalt" className="relative z-20 border-b-2 border-ink bg-paper-deep print:hidden">
      <div className="mx-auto flex max-w-wide flex-wrap items-center gap-x-3 px-4 sm:gap-x-6 sm:px-8">
        <ShopLink shop={shop} />
        {member?.permissions.includes('orders:read by catalog') === true ? (
          <div className="grow pb-2 max-lg:order-1 max-lg:basis-full lg:max-w-xl lg:py-2">
            {search ?? <SearchForm />}
          </div>
        ) : null}
        <div className="ml-auto flex items-center sm:gap-2">
          <Suspense fallback={<LanguageMenu current={language} label={t('otherLanguages')} query="" />}>
            <LanguageSwitch current={language} label={t('otherLanguages')} />
          </Suspense>
          {member === null ? null : <Account member={member} signOut={signOut} />}
        </div>
        {member === null ? null : <Pages member={member} tasks={tasks} />}
      </div>
      {member === null ? null : <KeysOfStaff />}
    </header>
  );
}

function ShopLink({ shop }: { shop: string }) {
  const t = useTranslations('staff');
  const language = useLocale();
  return (
    <Link
      href={paths.home(language)}
      aria-label={t('toShop', { name: shop })}
      className="flex min-h-14 min-w-0 items-center gap-2 font-extrabold tracking-tight no-underline hover:underline"
    >
      <Leaflet className="h-5 w-4" />
      <span className="wrap-anywhere">{shop}</span>
    </Link>
  );
}

function Pages({ member, tasks }: { member: StaffMember; tasks: number | null }) {
  const t = useTranslations('staff');
  const language = useLocale();
  const groups = staffGroups.map(({ group, pages }) => ({
    name: t(`groups.${group}`),
    pages: pages
      .filter(({ needs }) => member.permissions.includes(needs))
      .map(({ name, path }) => {
        const href = path(language);
        const isStart = name === 'orders';
        return {
          name: t(`nav.${name}`),
          href,
          // The start page is above all others, and none belongs to it.
          section: isStart ? null : href,
          badge:
            isStart && tasks !== null && tasks > 0
              ? { count: tasks, text: t('tasks', { count: tasks }) }
              : null,
        };
      }),
  }));
  return (
    <div className="w-full max-lg:order-2">
      <StaffNav label={t('nav.label')} groups={groups.filter(({ pages }) => pages.length > 0)} />
    </div>
  );
}

function Account({ member, signOut }: Pick<StaffHeaderProps, 'signOut'> & { member: StaffMember }) {
  const t = useTranslations('staff');
  const language = useLocale();
  const zone = t('zone', { zone: useShopZone() });
  return (
    <>
      <p className="text-small text-ink-soft max-lg:sr-only">{zone}</p>
      <MenuDetails>
        <summary className="flex min-h-target min-w-target cursor-pointer list-none items-center gap-1 px-2 text-small font-semibold [&::-webkit-details-marker]:hidden">
          <span className="sr-only">{t('account')} </span>
          <span className="max-w-[10ch] truncate sm:max-w-[20ch]">{member.name}</span>
          <span aria-hidden="true">▾</span>
        </summary>
        <div className="absolute top-full right-0 z-30 w-64 max-w-[calc(100vw-2rem)] border-2 border-ink bg-paper px-4 py-2 text-small">
          <p className="py-1 wrap-anywhere">{t('signedIn', { name: member.name })}</p>
          <p className="py-1 text-ink-soft lg:hidden" aria-hidden="true">
            {zone}
          </p>
          <Link href={paths.staffTeam(language)} className="inline-flex min-h-target items-center underline">
            {t(member.permissions.includes('team:manage') ? 'nav.team' : 'signIns')}
          </Link>
          <ShortcutsButton>{t('keys.title')}</ShortcutsButton>
          <form action={signOut}>
            <input type="hidden" name="back" value={paths.staff(language)} />
            <SubmitButton variant="quiet" className="-ml-2 text-small font-normal">
              {t('signOut')}
            </SubmitButton>
          </form>
        </div>
      </MenuDetails>
    </>
  );
}

function KeysOfStaff() {
  const t = useTranslations('staff.keys');
  return (
    <Shortcuts
      title={t('title')}
      keys={[
        { keys: '/', text: t('search') },
        { keys: '↓ ↑', text: t('results') },
        { keys: '?', text: t('list') },
      ]}
      texts={{ on: t('on'), close: t('close') }}
    />
  );
}
