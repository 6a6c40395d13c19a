import type { CSSProperties, ReactNode } from 'react';
import './bar-table.css';

export type BarRow = {
  key: string;
  name: ReactNode;
  /** Length of the bar; `null` for none. */
  value: number | null;
  words: string;
  /** Contents of further columns. */
  more?: readonly string[];
};

/** Shows numbers as bars in a table, so that each figure is visible and announced with its column. */
export function BarTable({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly BarRow[] }) {
  // Rows without a bar have enough space.
  const longest = Math.max(0, ...rows.map(({ words, value }) => (value === null ? 0 : words.length)));
  const most = Math.max(1, ...rows.map(({ value }) => value ?? 0));
  return (
    <table className="bars" aria-label={label} style={{ '--words': `${longest}ch` } as CSSProperties}>
      <colgroup>
        <col className="bar-names" />
        <col />
        {head.length > 2 && <col className="bar-figures" span={head.length - 2} />}
      </colgroup>
      <thead className={head.length > 2 ? undefined : 'sr'}>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value, words, more = [] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="bar-cell">
              <span className="bar-ink" style={{ '--share': (value ?? 0) / most } as CSSProperties} />
              <span className="bar-value">{words}</span>
            </td>
            {more.map((cell, i) => (
              // The columns of a table keep their order.
              <td key={i} className="bar-more">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
