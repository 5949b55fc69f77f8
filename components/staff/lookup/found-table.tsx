import { Link } from '../../ui/link';
import type { FoundRow } from './found-view';

export interface FoundColumn {
  readonly column: 'reference' | 'name' | 'visit' | 'state' | 'net' | 'why';
  readonly text: string;
}

interface FoundTableProps {
  readonly rows: readonly FoundRow[];
  readonly caption: string;
  readonly columns: readonly FoundColumn[];
}

const cell = 'py-2 pr-5 align-baseline max-md:block max-md:py-0';
const small = 'block text-small text-ink-soft';

/** On a phone each purchase is a block, and on a wide screen a row. */
export function FoundTable({ rows, caption, columns }: FoundTableProps) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b-2 border-ink text-small max-md:sr-only">
        <tr>
          {columns.map(({ column, text }) => (
            <th key={column} scope="col" className="py-1 pr-5 font-normal text-ink-soft">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} hasReasons={columns.some(({ column }) => column === 'why')} />
        ))}
      </tbody>
    </table>
  );
}

/** What nothing is left of is dim: its words say so, too. */
function Row({ row, hasReasons }: { row: FoundRow; hasReasons: boolean }) {
  const tone = row.isOver ? 'text-ink-soft' : '';
  return (
    <tr data-result className={`border-b border-rule max-md:block max-md:py-3 ${tone}`}>
      <th scope="row" className={`${cell} ${row.isOver ? 'font-normal' : 'font-bold'}`}>
        <Link
          href={row.href}
          className="tabular inline-flex min-h-target items-center whitespace-nowrap underline"
        >
          {row.reference}
        </Link>
        <span className={`tabular font-normal ${small}`}>
          {[row.orders, row.created].filter((text) => text !== '').join(' · ')}
        </span>
      </th>
      <td className={`${cell} wrap-anywhere`}>
        {row.name}
        <span className={small}>{row.email}</span>
      </td>
      <td className={cell}>
        {row.visit === null ? null : (
          <>
            <span lang={row.visit.lang} className="wrap-anywhere">
              {row.visit.name}
            </span>
            <span className={`tabular ${small}`}>{row.visit.moment}</span>
          </>
        )}
      </td>
      <td className={cell}>
        {row.needsStaff ? <strong>{row.state}</strong> : row.state}
        {row.valid === '' ? null : <span className={`tabular ${small}`}>{row.valid}</span>}
        {row.replacedBy === null ? null : (
          <Link
            href={row.replacedBy.href}
            className="inline-flex min-h-target items-center text-small underline"
          >
            {row.replacedBy.text}
          </Link>
        )}
      </td>
      <td className={`${cell} tabular whitespace-nowrap`}>
        {row.net}
        {row.refunds === '' ? null : <span className={`whitespace-normal ${small}`}>{row.refunds}</span>}
      </td>
      {hasReasons ? (
        <td className={`${cell} text-small wrap-anywhere`}>
          <ul>
            {row.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </td>
      ) : null}
    </tr>
  );
}
