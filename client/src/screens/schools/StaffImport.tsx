import { invitations } from '@fundus/contract/invitations/invitations';
import { STAFF_ROWS, staffImport, type StaffImportRow } from '@fundus/contract/invitations/staff-import';
import type { MessageKey } from '@fundus/contract/messages';
import { fullName } from '@fundus/contract/people/full-name';
import type { Capability } from '@fundus/contract/people/rules';
import { useState } from 'react';
import { TableImport } from '../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../components/tables/use-import-call.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { PEOPLE_READS } from './people/PersonRow.tsx';
import { schoolErrorText } from './problems.ts';
import './schools.css';

const MAX_MESSAGE = 500;
const RULES = ['peer', 'pupil', 'state'] as const;

/** Imports staff of the media centre from a table. It sends invitations and sets capabilities. */
export function StaffImport({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const [message, setMessage] = useState('');
  const argsOf = (body: ImportBody) => ({ body: { ...body, message: message.trim() } });
  const look = useImportCall(staffImport.staffTable, argsOf);
  const take = useImportCall(staffImport.staffTable, argsOf, { refreshes: [...PEOPLE_READS, invitations.list] });
  return (
    <TableImport
      whole
      title={t('invitations.staff.import')}
      about={<p className="school-ask">{t('invitations.staff.import.about')}</p>}
      sample={t('invitations.staff.import.sample')}
      rows={STAFF_ROWS}
      labels={{
        column: (column) => t(`invitations.staff.import.field.${column}` as MessageKey),
        choice: (_, code) =>
          code.startsWith('cap_') ? t(`people.${code as Capability}`) : t(`invitations.staff.import.choice.${code}` as MessageKey),
      }}
      look={look}
      take={take}
      countOf={({ invited, changed }) => invited + changed}
      action={(count) => t('invitations.staff.import.take', { count })}
      sums={({ invited, changed, same, errors }) => [
        { text: t('invitations.staff.import.sum.new', { count: invited }) },
        ...(changed > 0 ? [{ text: t('invitations.staff.import.sum.changed', { count: changed }) }] : []),
        ...(same > 0 ? [{ text: t('invitations.staff.import.sum.same', { count: same }) }] : []),
        ...(errors > 0 ? [{ text: t('invitations.staff.import.sum.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t('people.name')}
      lineOf={(row) => ({ name: fullName(row) || row.email, about: row.email, result: <Result row={row} /> })}
      problemOf={({ rule }) => {
        const own = RULES.find((each) => each === rule);
        return own && t(`invitations.staff.import.rule.${own}`);
      }}
      otherProblem={(error) => schoolErrorText(t, error)}
      onDone={({ invited, changed }) => {
        showSnackbar({ text: t('invitations.staff.import.done', { invited, changed }), type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      {(found) =>
        found &&
        found.invited > 0 && (
          <TextArea
            label={t('invitations.staff.import.message')}
            rows={3}
            maxLength={MAX_MESSAGE}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )
      }
    </TableImport>
  );
}

const namesOf = (t: Translate, capabilities: readonly Capability[]): string =>
  capabilities.map((each) => t(`people.${each}`)).join(', ') || t('invitations.staff.import.none');

/** Shows the result of a row, with the capabilities before and after the import. */
function Result({ row: { result, before, capabilities } }: { row: StaffImportRow }) {
  const { t } = useT();
  if (result === 'error') return null;
  const after = namesOf(t, capabilities);
  return (
    <>
      {t(`invitations.staff.import.is.${result}`)}
      <span className="small-print">
        {result === 'changed' && before ? t('invitations.staff.import.change', { before: namesOf(t, before), after }) : after}
      </span>
    </>
  );
}
