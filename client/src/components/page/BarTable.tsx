import type { CSSProperties, ReactNode } from 'react';
import './bar-table.css';

export type BarRow = {
  key: string;
  name: ReactNode;
  /** Value that determines the length of the bar, or `null` for no bar. */
  value: number | null;
  words: string;
  /** Contents of further table columns. */
  more?: readonly string[];
};

/** Shows numbers as bars in a table, so that each value is visible and screen readers announce its column. */
export function BarTable({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly BarRow[] }) {
  // Only rows with a bar need space for their text.
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
              // The index is a stable key, because columns are never reordered.
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
