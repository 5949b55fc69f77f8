import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { BackLink } from '@/components/staff/ui/back-link';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { type OpenDraft, readOpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { NoCatalogs } from '../catalogs/no-catalogs';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

interface WithDraftProps {
  readonly catalogId: string;
  /** The page that this one belongs to; without it, that of the catalogue. */
  readonly back?: (open: OpenDraft, language: Language) => { href: string; part: 'translations' } | null;
  readonly children: (open: OpenDraft, language: Language) => ReactNode;
}

/** A page on which a part of a draft is written. Without a draft it leads to the page of the catalogue, which says so. */
export async function WithDraft({ catalogId, back, children }: WithDraftProps) {
  const language = await getLocale();
  const answer = await readOpenDraft(catalogId, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffSetup(language)} />;
  const { member, value } = answer;
  if (value.kind === 'unavailable' || value.kind === 'not_set_up')
    return <NoCatalogs member={member} why={value.kind} page="setup" />;
  const open = value.kind === 'loaded' ? value.value : null;
  if (open === null) redirect(paths.staffSetupCatalog(language, catalogId));
  const t = await getTranslations();
  const other = back?.(open, language) ?? null;
  const href = other === null ? paths.staffSetupCatalog(language, catalogId) : other.href;
  const label = other === null ? open.name : t(`setup.parts.${other.part}`);
  return (
    <StaffFrame member={member}>
      <BackLink href={href} label={t('catalogAdmin.backTo', { name: label })} />
      {children(open, language)}
    </StaffFrame>
  );
}
