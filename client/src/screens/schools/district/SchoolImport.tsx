import { invitations } from '@fundus/contract/invitations/invitations';
import type { MessageKey } from '@fundus/contract/messages';
import { SCHOOL_ROWS, type SchoolImportRow } from '@fundus/contract/schools/import';
import { schools } from '@fundus/contract/schools/schools';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { schoolErrorText } from '../problems.ts';
import '../schools.css';

const PARTS = ['area', 'house', 'name2', 'name3'] as const;
const argsOf = (body: ImportBody) => ({ body });

type Props = {
  onClose: () => void;
  /** Called once the schools are stored, so that their administrators can be invited. */
  onDone: () => void;
};

/** Imports schools from a table, such as the official list of a federal state. */
export function SchoolImport({ onClose, onDone }: Props) {
  const { t } = useT();
  const look = useImportCall(schools.import, argsOf);
  const take = useImportCall(schools.import, argsOf, { refreshes: [schools.list, invitations.administrators] });
  const nameOf = (column: string): string => {
    const part = PARTS.find((each) => each === column);
    return t(part ? `schools.import.column.${part}` : (`schools.field.${column}` as MessageKey));
  };
  return (
    <TableImport
      whole
      title={t('schools.import')}
      about={<p className="school-ask">{t('schools.import.about')}</p>}
      sample={t('schools.import.sample')}
      rows={SCHOOL_ROWS}
      labels={{ column: nameOf }}
      look={look}
      take={take}
      countOf={({ created, changed }) => created + changed}
      action={(count) => t('schools.import.take', { count })}
      sums={({ created, changed, same, errors }) => [
        { text: t('schools.import.new', { count: created }) },
        { text: t('schools.import.changed', { count: changed }) },
        ...(same > 0 ? [{ text: t('schools.import.same', { count: same }) }] : []),
        ...(errors > 0 ? [{ text: t('schools.import.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t('schools.field.name')}
      lineOf={(row) => ({ name: row.name, about: row.number, result: <Changes row={row} /> })}
      problemOf={({ rule }) => (rule === 'closed' ? t('schools.import.closed') : undefined)}
      otherProblem={(error) => schoolErrorText(t, error)}
      onDone={({ created, changed }) => {
        showSnackbar({ text: t('schools.import.done', { count: created + changed }), type: 'success' });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

function Changes({ row }: { row: SchoolImportRow }) {
  const { t } = useT();
  if (row.result === 'error') return null;
  return (
    <>
      {t(`schools.import.is.${row.result}`)}
      {row.changes.map(({ field, before, after }) => (
        <span key={field} className="small-print">
          {t('schools.import.change', { field: t(`schools.field.${field}`), before: before || '–', after })}
        </span>
      ))}
    </>
  );
}
