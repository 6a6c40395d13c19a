import type { MessageKey } from '@fundus/contract/messages';
import type { PackageRow } from '@fundus/contract/licences/packages';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { rowProblem, type RowProblem, type TableLabels } from '../../tables/table-words.ts';
import { formatLicencePeriod } from '../words.ts';
import '../../forms/import.css';

const LEFT_OUT: readonly PackageRow['result'][] = ['error', 'unknown', 'expired'];

/** Shows the lines of a package. Skipped lines come first, because they need attention. */
export function PackageLines({ rows, labels }: { rows: readonly PackageRow[]; labels: TableLabels }) {
  const { t, locale } = useT();
  const shown = [...rows].sort((a, b) => Number(LEFT_OUT.includes(b.result)) - Number(LEFT_OUT.includes(a.result)) || a.line - b.line);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="import-lines" tabIndex={0} role="region" aria-label={t('table.lines')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('table.line')}</th>
            <th scope="col">{t('licence.medium')}</th>
            <th scope="col">{t('licence.scope')}</th>
            <th scope="col">{t('table.result')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.line} className={LEFT_OUT.includes(row.result) ? 'bad' : undefined}>
              <td className="num">{formatNumber(row.line, locale)}</td>
              <td>
                {row.title ?? (row.medium || '–')}
                <span className="small-print">{row.code}</span>
              </td>
              <td>
                {t(`library.scope.${row.scope}`)}
                {row.seats > 0 && ` · ${formatNumber(row.seats, locale)}`}
                <span className="small-print">
                  {joinFacts([
                    row.valid_from && t('licence.from.day', { date: formatDate(row.valid_from, 'short', locale) }),
                    formatLicencePeriod(row, t, locale),
                    row.price !== null && formatMoney(row.price, locale),
                  ])}
                </span>
              </td>
              <td>{row.problem ? problemWords(t, row.problem, labels) : t(`package.is.${row.result}` as MessageKey)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the error text of a line. If the line belongs to another school, the text names no column. */
const problemWords = (t: Translate, problem: RowProblem, labels: TableLabels): string =>
  problem.rule === 'other' ? t('package.rule.other') : rowProblem(t, problem, labels);
