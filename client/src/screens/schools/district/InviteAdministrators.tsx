import type { AdministratorRow } from '@fundus/contract/invitations/administrators';
import { invitations } from '@fundus/contract/invitations/invitations';
import { schools } from '@fundus/contract/schools/schools';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { ImportLines } from '../../../components/forms/ImportLines.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { schoolErrorText } from '../problems.ts';
import '../../../components/forms/import.css';
import '../schools.css';

type Props = {
  /** IDs of the schools. Defaults to all schools without an administrator. */
  ids?: readonly string[];
  onClose: () => void;
};

const schoolsOf = (ids: Props['ids']) => ids && { schools: [...ids] };

/** Sends an invitation to each school without an administrator. The schools are listed before anything is sent. */
export function InviteAdministrators({ ids, onClose }: Props) {
  const { t } = useT();
  const [message, setMessage] = useState('');
  const { mutate: look, data: found, error: unseen } = useCall(invitations.administrators);
  const send = useCall(invitations.administrators, { refreshes: [schools.list] });
  useEffect(() => look({ body: { ...schoolsOf(ids), dry_run: true } }), [look, ids]);
  const count = found?.sent ?? 0;
  const rest = (found?.rows.length ?? 0) - count;
  const error = send.error ?? unseen;
  const done = (sent: number): void => {
    showSnackbar({ text: t('schools.invite.done', { count: sent }), type: 'success' });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('schools.invite')}
      action={count === 0 ? t('schools.invite') : t('schools.invite.act', { count })}
      disabled={count === 0 || send.isPending}
      onClose={onClose}
      onAction={() => send.mutate({ body: { ...schoolsOf(ids), message } }, { onSuccess: ({ sent }) => done(sent) })}
      className="import-dialog"
    >
      <p className="school-ask">{t('schools.invite.about')}</p>
      {error && <FormProblem>{schoolErrorText(t, error)}</FormProblem>}
      {found && found.rows.length === 0 && <p role="status">{t('schools.invite.none')}</p>}
      {found && found.rows.length > 0 && (
        <>
          <TextArea label={t('invitations.message')} maxLength={500} value={message} onChange={({ target }) => setMessage(target.value)} />
          {rest > 0 && <p role="status">{t('schools.invite.rest', { count: rest })}</p>}
          <Rows rows={found.rows} />
        </>
      )}
    </ConfirmDialog>
  );
}

/** Lists the schools. Those to which no invitation is sent come first. */
function Rows({ rows }: { rows: readonly AdministratorRow[] }) {
  const { t } = useT();
  const shown = [...rows].sort((a, b) => Number(a.result === 'sent') - Number(b.result === 'sent'));
  return (
    <ImportLines
      label={t('schools.invite')}
      columns={[t('table.line'), t('schools.field.name'), t('table.result')]}
      lines={shown.map(({ school, email, result }, i) => ({
        line: i + 1,
        bad: result === 'no_email',
        name: school.name,
        about: email,
        result: t(`schools.invite.is.${result}`),
      }))}
    />
  );
}
