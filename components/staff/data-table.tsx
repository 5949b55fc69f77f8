import type { ReactNode } from 'react';

interface DataTableProps {
  readonly caption: ReactNode;
  readonly columns: readonly string[];
  /** A cell for each column; the first one names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table; on a phone each row is a paragraph, in which each cell follows the name of its column. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  const cell = 'py-2 pr-6 text-left align-baseline wrap-anywhere max-md:py-0.5';
  return (
    <table className="w-full text-left">
      <caption className="pb-2 text-left text-small text-ink-soft">{caption}</caption>
      <thead className="border-b-2 border-ink text-small max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-6 font-normal text-ink-soft">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others] }) => (
          <tr key={key} className="border-b border-rule max-md:block max-md:py-3">
            <th scope="row" className={`${cell} font-bold max-md:block`}>
              {name}
            </th>
            {others.map((content, index) => (
              <td key={columns[index + 1]} className={`${cell} tabular max-md:inline-block`}>
                <span aria-hidden="true" className="pr-1.5 text-small text-ink-soft md:hidden">
                  {columns[index + 1]}
                </span>
                {content}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
