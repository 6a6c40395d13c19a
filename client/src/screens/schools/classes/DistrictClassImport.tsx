import { classes } from '@fundus/contract/classes/classes';
import { DISTRICT_CLASS_ROWS } from '@fundus/contract/classes/school-classes';
import type { MessageKey } from '@fundus/contract/messages';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { schoolErrorText } from '../problems.ts';
import '../schools.css';

/** Imports classes of multiple schools. Each row contains the number of its school. */
export function DistrictClassImport({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const argsOf = (body: ImportBody) => ({ body });
  const look = useImportCall(classes.importOfDistrict, argsOf);
  const take = useImportCall(classes.importOfDistrict, argsOf);
  return (
    <TableImport
      whole
      title={t('schools.classes.import')}
      about={<p className="school-ask">{t('schools.classes.import.about.district')}</p>}
      sample={t('schools.classes.import.sample.district')}
      rows={DISTRICT_CLASS_ROWS}
      labels={{ column: (column) => t(`schools.classes.import.column.${column}` as MessageKey) }}
      look={look}
      take={take}
      countOf={({ created }) => created}
      action={(count) => t('schools.classes.import.take', { count })}
      sums={({ created, here, errors }) => [
        { text: t('schools.classes.import.new', { count: created }) },
        ...(here > 0 ? [{ text: t('schools.classes.import.here', { count: here }) }] : []),
        ...(errors > 0 ? [{ text: t('schools.classes.import.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t('class.name')}
      lineOf={({ name, school, owners, result }) => ({
        name,
        about: joinFacts([school, owners.join(', ')]),
        result: result === 'error' ? '' : t(`schools.classes.import.is.${result}`),
      })}
      otherProblem={(error) => schoolErrorText(t, error)}
      onDone={({ created }) => {
        showSnackbar({ text: t('schools.classes.import.done', { count: created }), type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
