import { classes } from '@fundus/contract/classes/classes';
import { MAX_CODES } from '@fundus/contract/classes/rules';
import { CLASS_ROWS, type ClassImportRow } from '@fundus/contract/classes/school-classes';
import type { MessageKey } from '@fundus/contract/messages';
import type { School } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { schoolErrorText } from '../problems.ts';
import '../schools.css';

type Props = {
  school: School;
  onClose: () => void;
  /** Called if learner codes were created, so that they can be printed. */
  onCodes: () => void;
};

/** Creates multiple classes with their owners and learner codes from a table or a list. */
export function ClassImport({ school, onClose, onCodes }: Props) {
  const { t } = useT();
  const [codes, setCodes] = useState('');
  const number = Math.min(MAX_CODES, Number(codes.replace(/\D/g, '')) || 0);
  const argsOf = (body: ImportBody) => ({ params: { id: school.id }, body: { ...body, codes: number } });
  const look = useImportCall(classes.import, argsOf);
  const take = useImportCall(classes.import, argsOf, { refreshes: [classes.ofSchool, classes.list] });
  return (
    <TableImport
      whole
      typed
      title={t('schools.classes.import')}
      about={
        <>
          <p className="school-ask">{t('schools.classes.import.about')}</p>
          <TextField
            label={t('schools.classes.import.codes')}
            hint={t('schools.classes.import.codes.hint')}
            inputMode="numeric"
            maxLength={3}
            value={codes}
            onChange={({ target }) => setCodes(target.value)}
          />
        </>
      }
      again={String(number)}
      sample={t('schools.classes.import.sample')}
      rows={CLASS_ROWS}
      labels={{ column: (column) => t(`schools.classes.import.column.${column}` as MessageKey) }}
      look={look}
      take={take}
      countOf={({ created }) => created}
      action={(count) => t('schools.classes.import.take', { count })}
      sums={({ created, here, errors, codes: made }) => [
        { text: t('schools.classes.import.new', { count: created }) },
        ...(made > 0 ? [{ text: t('schools.classes.import.codesSum', { count: made }) }] : []),
        ...(here > 0 ? [{ text: t('schools.classes.import.here', { count: here }) }] : []),
        ...(errors > 0 ? [{ text: t('schools.classes.import.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t('class.name')}
      lineOf={(row) => ({ name: row.name, about: row.owners.join(', '), result: <Outcome row={row} /> })}
      otherProblem={(error) => schoolErrorText(t, error)}
      onDone={({ created, codes: made }) => {
        showSnackbar({ text: t('schools.classes.import.done', { count: created }), type: 'success' });
        if (made > 0) onCodes();
        else onClose();
      }}
      onClose={onClose}
    />
  );
}

function Outcome({ row }: { row: ClassImportRow }) {
  const { t } = useT();
  if (row.result === 'error') return null;
  const about = [
    row.grade !== null && t('schools.classes.import.grade', { grade: row.grade }),
    row.codes > 0 && t('schools.classes.import.codesSum', { count: row.codes }),
  ].filter(Boolean);
  return (
    <>
      {t(`schools.classes.import.is.${row.result}`)}
      {row.result === 'new' && about.length > 0 && <span className="small-print">{joinFacts(about)}</span>}
    </>
  );
}
