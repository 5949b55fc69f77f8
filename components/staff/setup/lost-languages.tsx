import { lostLanguages } from '@/lib/setup/spoken';
import type { SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { Notice } from '../../ui/notice';
import { useNotShown } from './not-shown';

/** The languages in which customers see the catalogue now, and would not any more. */
export function LostLanguages({ catalog: { content, published } }: { catalog: SetupCatalog }) {
  return content === null || published === null ? null : (
    <Lost content={content} shown={published.languages} />
  );
}

interface LostProps {
  readonly content: NonNullable<SetupCatalog['content']>;
  readonly shown: readonly string[];
}

function Lost({ content, shown }: LostProps) {
  const notShown = useNotShown(content);
  return lostLanguages(content, shown).map((one) => (
    <Notice key={one.language} title={notShown('lost', one)} />
  ));
}
