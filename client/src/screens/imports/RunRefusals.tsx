import { imports } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import type { MessageKey } from '@fundus/contract/messages';
import { address } from '../../api/call.ts';
import { ExportMenu } from '../../components/lists/ExportMenu.tsx';
import { useT } from '../../i18n/translate.ts';
import { fieldOf } from './words.ts';
import '../../components/lists/rows.css';
import './imports.css';

/** Shows rejected records with their positions and reasons. All of them can be downloaded as a table. */
export function RunRefusals({ run }: { run: ImportReport }) {
  const { t } = useT();
  const { refusals, counts, kind, id } = run;
  if (refusals.length === 0) return null;
  const place = t(kind === 'file' ? 'imports.refused.line' : 'imports.refused.record');
  return (
    <section className="import-part">
      <h2>{t('imports.refused')}</h2>
      {counts.refused > refusals.length && (
        <p className="small-print">{t('imports.refused.more', { shown: refusals.length, count: counts.refused })}</p>
      )}
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{place}</th>
            <th scope="col">{t('imports.refused.field')}</th>
            <th scope="col">{t('imports.refused.reason')}</th>
            <th scope="col">{t('imports.refused.value')}</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ line, field, reason, value }, i) => (
            <tr key={i}>
              <th scope="row" data-label={place}>
                {line}
              </th>
              <td data-label={t('imports.refused.field')}>
                <span>{fieldOf(t, field)}</span>
              </td>
              <td data-label={t('imports.refused.reason')}>
                <span>{t(`imports.reason.${reason}` as MessageKey)}</span>
              </td>
              <td data-label={t('imports.refused.value')}>
                <span>{value || '–'}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ExportMenu name={t('imports.refused')} hrefOf={(query) => address(imports.refusals, { params: { id }, query })} />
    </section>
  );
}
