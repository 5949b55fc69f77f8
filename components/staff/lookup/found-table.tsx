import { Link } from '../../ui/link';
import type { FoundRow } from './found-view';

export interface FoundColumn {
  readonly column: 'reference' | 'name' | 'why' | 'orders' | 'created' | 'state' | 'total' | 'email';
  readonly text: string;
}

interface FoundTableProps {
  readonly rows: readonly FoundRow[];
  readonly caption: string;
  readonly columns: readonly FoundColumn[];
}

const cell = 'py-2 pr-5 align-baseline max-md:block max-md:py-0';

/** On a phone each purchase is a block, and on a wide screen a row. */
export function FoundTable({ rows, caption, columns }: FoundTableProps) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b-2 border-ink text-small max-md:sr-only">
        <tr>
          {columns.map(({ column, text }) => (
            <th key={column} scope="col" className="py-2 pr-5 font-normal text-ink-soft">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-result className="border-b border-rule max-md:block max-md:py-3">
            <th scope="row" className={`${cell} font-bold`}>
              <Link
                href={row.href}
                className="tabular inline-flex min-h-target items-center whitespace-nowrap underline"
              >
                {row.reference}
              </Link>
            </th>
            <td className={`${cell} wrap-anywhere`}>{row.name}</td>
            <td className={`${cell} text-small wrap-anywhere`}>
              <ul>
                {row.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </td>
            <td className={`${cell} tabular`}>{row.orders}</td>
            <td className={`${cell} tabular text-small`}>{row.created}</td>
            <td className={cell}>{row.needsStaff ? <strong>{row.state}</strong> : row.state}</td>
            <td className={`${cell} tabular whitespace-nowrap`}>{row.total}</td>
            <td className={`${cell} wrap-anywhere`}>{row.email}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
