import type { CSSProperties, ReactNode } from 'react';
import './bar-table.css';

export type BarRow = {
  key: string;
  name: ReactNode;
  /** How long its bar is; null: it has none. */
  value: number | null;
  words: string;
  /** What the further columns say. */
  more?: readonly string[];
};

/** Numbers as bars that are a table at once: what the eye compares stands beside it as a figure, and is read out with its columns. */
export function BarTable({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly BarRow[] }) {
  // Beside no bar there is room enough.
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
