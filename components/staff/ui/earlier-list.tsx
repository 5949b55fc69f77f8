import { TextLink } from '../../ui/link';
import { Section } from './section';
import { useStamp } from './stamp';

interface EarlierListProps {
  readonly title: string;
  readonly rows: readonly {
    readonly href: string;
    readonly name: string;
    readonly startedAt: Date | null;
  }[];
}

/** What was done for the same visit before; nothing if there is none. */
export function EarlierList({ title, rows }: EarlierListProps) {
  const stamp = useStamp();
  if (rows.length === 0) return null;
  return (
    <Section id="earlier" title={title} className="pt-10">
      <ul className="space-y-1">
        {rows.map(({ href, name, startedAt }) => (
          <li key={href} className="wrap-anywhere">
            <TextLink href={href}>{name}</TextLink>
            {startedAt === null ? '' : ` · ${stamp(startedAt)}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}
