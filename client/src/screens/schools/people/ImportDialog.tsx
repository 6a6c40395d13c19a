import { fullName } from '@fundus/contract/people/full-name';
import type { MessageKey } from '@fundus/contract/messages';
import { IMPORT_ROWS, people } from '@fundus/contract/people/people';
import type { School } from '@fundus/contract/schools/schools';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { PEOPLE_READS } from './PersonRow.tsx';
import { schoolErrorText } from '../problems.ts';
import '../schools.css';

const ROLE_NAMES = { L: 'role.teacher', P: 'role.staff', S: 'role.student' } as const;

type Props = {
  /** School of the people. If it is `null`, each row contains the number of a school in the district. */
  school: School | null;
  onClose: () => void;
};

/** Imports people from a table. A preview shows each row before the import. */
export function ImportDialog({ school, onClose }: Props) {
  const { t } = useT();
  const argsOf = (body: ImportBody) => ({ body: { ...(school && { school: school.id }), ...body } });
  const look = useImportCall(people.import, argsOf);
  const take = useImportCall(people.import, argsOf, { refreshes: PEOPLE_READS });
  return (
    <TableImport
      whole
      title={t('people.import.title')}
      about={<p className="school-ask">{school ? t('people.import.about', { school: school.name }) : t('people.import.about.district')}</p>}
      sample={t(school ? 'people.import.sample' : 'people.import.sample.district')}
      rows={IMPORT_ROWS}
      labels={{
        column: (column) => t(`people.import.field.${column}` as MessageKey),
        choice: (_, code) => t(ROLE_NAMES[code as keyof typeof ROLE_NAMES]),
      }}
      look={look}
      take={take}
      countOf={({ created, joined, placed }) => created + joined + placed}
      action={(count) => t('people.import.take', { count })}
      sums={({ created, joined, here, placed, errors }) => [
        { text: t('people.import.new', { count: created }) },
        ...(joined > 0 ? [{ text: t('people.import.join', { count: joined }) }] : []),
        ...(here > 0 ? [{ text: t('people.import.here', { count: here }) }] : []),
        ...(placed > 0 ? [{ text: t('people.import.placed', { count: placed }) }] : []),
        ...(errors > 0 ? [{ text: t('people.import.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t('people.name')}
      lineOf={(row) => ({
        name: fullName(row),
        about: joinFacts([row.email, row.school]),
        result: row.result === 'error' ? '' : t(`people.import.is.${row.result}`),
      })}
      otherProblem={(error) => schoolErrorText(t, error)}
      onDone={({ created, joined, placed }) => {
        showSnackbar({ text: t('people.import.done', { count: created + joined + placed }), type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
