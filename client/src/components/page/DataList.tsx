import type { ReactNode } from 'react';
import './data-list.css';

/** Shows names and values; rows without a value are omitted. */
export function DataList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="data-list">
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
