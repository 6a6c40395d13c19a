import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import { useId } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { heightOf, MAX_CHART_ROWS, type ChartKind, type ChartRow } from './chart-row.ts';
import './chart.css';

const ChartDrawing = loadLater(async () => (await import('./ChartDrawing.tsx')).ChartDrawing);

/**
 * Shows numbers as a chart and as a table, which contains all of them for reading, copying and printing. `head` contains the column titles; the chart
 * draws the second column (docs/decisions/0111-charts-with-recharts.md).
 */
export function ChartTable({
  label,
  kind,
  head,
  rows,
}: {
  label: string;
  kind: ChartKind;
  head: readonly [string, string, ...string[]];
  rows: readonly ChartRow[];
}) {
  const { t } = useT();
  const id = useId();
  const drawn = rows.slice(0, MAX_CHART_ROWS);
  return (
    <div className="chart">
      <figure>
        {/* Reserves the height of the chart to avoid a layout shift when it loads. */}
        <div className="chart-place" style={{ minHeight: `${heightOf(kind, drawn.length)}px` }}>
          <ChartDrawing label={`${label}: ${head[1]}`} kind={kind} rows={drawn} describedBy={id} />
        </div>
        <figcaption className="chart-notes">
          {drawn.some(({ value }) => value === null) && (
            <p className="chart-key">
              <svg aria-hidden="true" width="24" height="14">
                <path className="chart-hatch" d="M0 14 14 0M8 14 22 0M16 14 30 0M-8 14 6 0" />
              </svg>
              {t('app.chart.withheld', { count: MIN_PEOPLE })}
            </p>
          )}
          {rows.length > drawn.length && <p>{t('app.chart.first', { count: drawn.length })}</p>}
          <p id={id} className="chart-keys">
            {t('app.chart.keys')}
          </p>
        </figcaption>
      </figure>
      <div className="chart-table">
        <table aria-label={label}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, href, value, words, more = [] }) => (
              <tr key={key}>
                <th scope="row">{href ? <Link href={href}>{name}</Link> : name}</th>
                <td data-none={value === null || undefined}>{words}</td>
                {more.map((cell, i) => (
                  // The index is a stable key, because columns are never reordered.
                  <td key={i}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
