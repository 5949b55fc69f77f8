import type { ReactNode } from 'react';

interface DataRow {
  readonly key: string;
  readonly cells: readonly ReactNode[];
  /** Where a link leads. */
  readonly id?: string | undefined;
  /** It is over, or does not count: its first cell says so, too. */
  readonly isDim?: boolean;
}

interface DataTableProps {
  readonly caption: ReactNode;
  readonly columns: readonly string[];
  /**
   * The columns with texts of any length, such as reasons. They share what the others leave, and the words of the others
   * (codes, numbers, dates) are not broken. Without it every column may break anywhere.
   */
  readonly long?: readonly string[];
  /** A cell for each column; the first one names the row. */
  readonly rows: readonly DataRow[];
}

/**
 * How a column breaks, and what its content is put in. A column that may break anywhere has no width of its own: beside
 * a text of 500 characters it would be as narrow as a letter, and the text would push every other column together.
 */
function layoutOf(column: string | undefined, long: readonly string[] | undefined) {
  if (long === undefined) return { cell: 'pr-6 wrap-anywhere', content: null };
  if (column === undefined || !long.includes(column))
    return { cell: 'pr-4 lg:pr-6 wrap-break-word', content: null };
  return { cell: 'pr-4 lg:pr-6 wrap-anywhere', content: 'max-md:inline md:min-w-24 md:max-w-md lg:min-w-40' };
}

/** A table; on a phone each row is a paragraph, in which each cell that is not empty follows the name of its column. */
export function DataTable({ caption, columns, long, rows }: DataTableProps) {
  const cell = 'py-2 text-left align-baseline max-md:py-0.5';
  const layouts = columns.map((column) => layoutOf(column, long));
  const first = layouts[0] ?? layoutOf(undefined, long);
  const within = (content: ReactNode, className: string | null) =>
    className === null ? content : <div className={className}>{content}</div>;
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
        {rows.map(({ key, id, isDim = false, cells: [name, ...others] }) => (
          <tr
            key={key}
            id={id}
            className={`scroll-mt-4 border-b border-rule max-md:block max-md:py-3 ${isDim ? 'text-ink-soft' : ''}`}
          >
            <th scope="row" className={`${cell} ${first.cell} font-bold max-md:block`}>
              {within(name, first.content)}
            </th>
            {others.map((content, index) => {
              const layout = layouts[index + 1] ?? first;
              return (
                <td
                  key={columns[index + 1]}
                  className={`${cell} ${layout.cell} tabular max-md:max-w-full ${content === '' ? 'max-md:hidden' : 'max-md:inline-block'}`}
                >
                  <span aria-hidden="true" className="pr-1.5 text-small text-ink-soft md:hidden">
                    {columns[index + 1]}
                  </span>
                  {within(content, layout.content)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
