import type { ReactNode } from 'react';
import './data-list.css';

/** What is known of a thing, name beside value; a row without a value is left out. */
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
