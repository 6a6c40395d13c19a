import type { AppError } from '@fundus/contract/errors';
import { REJECTED_ROW_RESULTS, MAX_ASSIGNED_ROWS, licenceAssign, type LicenceImportRow } from '@fundus/contract/licences/assign';
import type { MessageKey } from '@fundus/contract/messages';
import { formatDate } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TableImport } from '../tables/TableImport.tsx';
import type { RowProblem } from '../tables/table-words.ts';
import { useImportCall, type ImportBody } from '../tables/use-import-call.ts';
import { LICENCE_READS } from './refreshes.ts';
import { useBulkUndo } from './use-bulk.ts';
import { licenceError } from './words.ts';

const argsOf = ({ skip_errors: _, ...body }: ImportBody) => ({ body });
const OWN_COLUMNS = ['id'] as const;

type Props = {
  /** True if the table may contain licences for schools of the district. */
  forSchools: boolean;
  onClose: () => void;
};

/** Shows a dialog that creates and renews licences from a table. */
export function LicenceImport({ forSchools, onClose }: Props) {
  const { t } = useT();
  const look = useImportCall(licenceAssign.assignTable, argsOf);
  const take = useImportCall(licenceAssign.assignTable, argsOf, LICENCE_READS);
  const undo = useBulkUndo();
  return (
    <TableImport
      title={t('licence.table.title')}
      about={<p>{t(forSchools ? 'licence.table.about' : 'licence.table.about.own')}</p>}
      sample={t('licence.table.sample')}
      rows={MAX_ASSIGNED_ROWS}
      labels={{
        column: (column) => t(OWN_COLUMNS.some((own) => own === column) ? 'licence.table.id' : (`package.field.${column}` as MessageKey)),
        choice: (column, code) => t(`package.choice.${column}.${code}` as MessageKey),
      }}
      look={look}
      take={take}
      rejected={REJECTED_ROW_RESULTS}
      countOf={({ created, changed }) => created + changed}
      action={(count) => t('licence.table.take', { count })}
      sums={({ created, changed, here, left_out }) => [
        { text: t('licence.table.sum.new', { count: created }) },
        { text: t('licence.table.sum.changed', { count: changed }) },
        ...(here > 0 ? [{ text: t('licence.table.sum.here', { count: here }) }] : []),
        ...(left_out > 0 ? [{ text: t('licence.table.sum.out', { count: left_out }), bad: true }] : []),
      ]}
      columnOfName={t('licence.medium')}
      lineOf={(row) => ({
        name: row.title ?? (row.medium || '–'),
        about: row.school || (forSchools ? t('licence.table.district') : ''),
        result: row.result === 'changed' ? <Change row={row} /> : row.result === 'error' ? '' : t(`licence.table.is.${row.result}`),
      })}
      problemOf={(problem) => rowProblemText(t, problem)}
      otherProblem={(error: AppError) => (error.code === 'version_conflict' ? t('licence.table.changedMeanwhile') : licenceError(error, t))}
      onDone={({ created, changed, bulk_id }) => {
        showSnackbar({
          text: t('licence.table.done', { count: created + changed }),
          type: 'success',
          ...(bulk_id && { action: undo(bulk_id) }),
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Shows the last day of a renewed licence before and after the import. */
function Change({ row: { valid_to, previous_valid_to } }: { row: LicenceImportRow }) {
  const { t, locale } = useT();
  const dayOf = (day: string | null): string => (day ? formatDate(day, 'short', locale) : t('library.until.open'));
  return (
    <>
      {t('licence.table.is.changed')}
      {valid_to !== previous_valid_to && (
        <span className="small-print">{t('licence.table.ends', { before: dayOf(previous_valid_to), after: dayOf(valid_to) })}</span>
      )}
    </>
  );
}

const RULES = ['fixed', 'several', 'taken', 'min'] as const;

function rowProblemText(t: Translate, { field, rule }: RowProblem): string | undefined {
  if (rule === 'other') return t(field === 'school' ? 'licence.table.rule.otherSchool' : 'licence.table.rule.otherMedium');
  const own = RULES.find((each) => each === rule);
  return own && t(`licence.table.rule.${own}`);
}
