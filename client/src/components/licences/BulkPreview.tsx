import type { AppError } from '@fundus/contract/errors';
import type { BulkLicences, PreviewLine } from '@fundus/contract/licences/bulk';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { Note } from '../../ui/Note.tsx';
import { Bar } from '../../ui/Skeleton.tsx';
import '../lists/rows.css';
import './bulk.css';

type Props = {
  preview: BulkLicences | undefined;
  error: AppError | null;
  /** True if the action creates licences instead of changing them. */
  entering?: boolean;
  /** True if the action ends licences permanently. */
  ending?: boolean;
};

/** Shows the preview of a bulk action: totals, skipped licences with reasons, and the first affected licences. */
export function BulkPreview({ preview, error, entering = false, ending = false }: Props) {
  const { t, locale } = useT();
  const refused = error && <Note tone="bad">{bulkError(error, t)}</Note>;
  if (!preview) return refused ?? <Bar width="100%" height="8rem" />;
  const { changed, same, left_out, schools, seats_ended, lines } = preview;
  const shown = lines.filter(({ result }) => result === 'changed' || result === 'new');
  const endOf = (day: string | null): string => (day ? formatDate(day, 'short', locale) : t('library.until.open'));
  const sum = entering ? 'licence.bulk.enters' : ending ? 'licence.bulk.ends' : 'licence.bulk.changes';
  return (
    <section className="bulk-preview" aria-label={t('licence.bulk.preview')}>
      {refused}
      <p role="status">
        <strong>{t(sum, { count: changed })}</strong>
        {changed > 0 && schools > 0 && ` ${t('licence.bulk.schools', { count: schools })}`}
      </p>
      {ending && changed > 0 && <Note tone="bad">{t('licence.bulk.final', { count: seats_ended })}</Note>}
      {(same > 0 || left_out.length > 0) && (
        <ul className="bulk-left-out">
          {same > 0 && <li>{t('licence.bulk.same', { count: same })}</li>}
          {left_out.map(({ reason, count }) => (
            <li key={reason}>{t(`licence.bulk.left.${reason}`, { count })}</li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="bulk-lines" tabIndex={0} role="region" aria-label={t('licence.bulk.lines')}>
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">{t('licence.medium')}</th>
                <th scope="col">{t('licence.owner')}</th>
                <th scope="col">{t('licence.to')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line, i) => (
                <tr key={i}>
                  <th scope="row">{line.title}</th>
                  <td data-label={t('licence.owner')}>{line.owner || '–'}</td>
                  <td data-label={t('licence.to')}>{entering ? endOf(line.next_valid_to) : endsOf(line, endOf)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changed > shown.length && (
        <p className="small-print">
          {t('licence.bulk.more', { count: changed - shown.length, number: formatNumber(changed - shown.length, locale) })}
        </p>
      )}
    </section>
  );
}

const endsOf = ({ valid_to, next_valid_to }: PreviewLine, endOf: (day: string | null) => string): string =>
  valid_to === next_valid_to ? endOf(valid_to) : `${endOf(valid_to)} → ${endOf(next_valid_to)}`;

/** Returns the text of an error of a bulk action. */
export function bulkError({ code, field, details = {} }: AppError, t: Translate): string {
  if (code === 'too_large') return t('licence.bulk.error.most', { most: Number(details.most ?? 0) });
  if (code === 'version_conflict') return t('licence.bulk.error.changed');
  if (code === 'already_exists' && field === 'licensor') return t('licence.error.entered');
  if (code === 'validation_failed' && field === 'valid_to') return t('licence.field.valid_to.wrong');
  if (code === 'validation_failed' && field === 'seats') return t('licence.field.seats.wrong');
  return t(`error.${code}`);
}
