import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import './import.css';

export type ImportLine = { line: number; bad: boolean; name: string; about: string; result: ReactNode };

type Props = {
  label: string;
  columns: readonly [line: string, name: string, result: string];
  /** Lines in the order in which they are displayed. */
  lines: readonly ImportLine[];
};

/** Shows the result for each line of an imported file in a scrollable table. */
export function ImportLines({ label, columns, lines }: Props) {
  const { locale } = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="import-lines" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, bad, name, about, result }) => (
            <tr key={line} className={bad ? 'bad' : undefined}>
              <td className="num">{formatNumber(line, locale)}</td>
              <td>
                {name || '–'}
                <span className="small-print">{about}</span>
              </td>
              <td>{result}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
