import { useTranslations } from 'next-intl';
import type { ListedSignIn } from '@/lib/shop/data/sign-in-list';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { DataTable } from '../ui/data-table';
import { useStamp } from '../ui/stamp';

interface SignInTableProps {
  readonly signIns: readonly (ListedSignIn & { readonly isThis?: boolean })[];
  readonly end: (form: FormData) => Promise<void>;
  readonly namesPeople?: boolean;
}

/** Sign-ins, each with a button that ends it; not that of this browser, which has its own in the bar. */
export function SignInTable({ signIns, end, namesPeople = false }: SignInTableProps) {
  const t = useTranslations('staff.team.signIns');
  const stamp = useStamp();
  const columns = [
    ...(namesPeople ? (['person'] as const) : []),
    'browser',
    'network',
    'since',
    'used',
    'end',
  ] as const;
  return (
    <DataTable
      caption=""
      columns={columns.map((name) => t(`columns.${name}`))}
      long={[t('columns.person'), t('columns.browser')]}
      rows={signIns.map(({ id, name, isThis = false, ...one }) => {
        const browser = one.browser ?? t('unknown');
        const cells = {
          person: name,
          browser: isThis ? t('this', { browser }) : browser,
          network: one.network ?? t('unknown'),
          since: stamp(one.createdAt),
          used: stamp(one.seenAt),
          end: isThis ? (
            ''
          ) : (
            <form action={end}>
              <HiddenFields id={id} />
              <SubmitButton variant="quiet" aria-label={t('endLong', { name, browser })}>
                {t('end')}
              </SubmitButton>
            </form>
          ),
        };
        return { key: id, cells: columns.map((column) => cells[column]) };
      })}
    />
  );
}
