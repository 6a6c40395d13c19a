import { isDistrictAdmin } from '@fundus/contract/access';
import { ownAccount } from '@fundus/contract/accounts-own';
import type { AppError } from '@fundus/contract/errors';
import { MOST_ADDRESSES, MOST_USES } from '@fundus/contract/invitation-rules';
import { invitations, type BulkRow, type InvitationRole } from '@fundus/contract/invitations';
import { href } from '@fundus/contract/screens';
import type { School } from '@fundus/contract/schools';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { copyText } from '../../components/copy-text.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/Field.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { INVITATION_READS } from './InvitationsTab.tsx';
import { wordsOf } from './problems.ts';

const KINDS = ['link', 'personal', 'many'] as const;
type Kind = (typeof KINDS)[number];
const EMPTY = {
  role: 'teacher' as InvitationRole,
  email: '',
  vorname: '',
  name: '',
  password: '',
  message: '',
  expires_on: '',
  domains: '',
  confirm: false,
  max: '',
  lines: '',
};

/** Invites one person, many, or whoever has the link. */
export function InviteDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const { t } = useT();
  const { user } = useSession();
  const [kind, setKind] = useState<Kind>('link');
  const [values, setValues] = useState(EMPTY);
  const [made, setMade] = useState<string | null>(null);
  const [answered, setAnswered] = useState<readonly BulkRow[] | null>(null);
  const [problem, setProblem] = useState<AppError | null>(null);
  const create = useCall(invitations.create, { refreshes: INVITATION_READS });
  const bulk = useCall(invitations.bulk, { refreshes: INVITATION_READS });
  const set = (about: Partial<typeof EMPTY>) => setValues({ ...values, ...about });
  const roles: InvitationRole[] = kind === 'personal' ? ['teacher', 'student', 'school_admin'] : ['teacher', 'student'];
  const role = roles.includes(values.role) ? values.role : 'teacher';
  const asks = kind === 'personal' && role === 'school_admin' && !(user && isDistrictAdmin(user));
  const own = useQuery({ ...query(ownAccount.account), enabled: asks });
  // Whoever comes by another portal has none to show.
  const needsPassword = asks && own.data?.has_password !== false;
  const common = { school: school.id, message: values.message, ...(values.expires_on && { expires_on: values.expires_on }) };
  const errorOf = (field: string): string | null => (problem?.field === field ? wordsOf(t, problem) : null);
  const placed =
    ['email', 'password', 'expires_on', 'max_uses', 'lines'].some((field) => problem?.field?.startsWith(field)) ||
    problem?.field?.startsWith('allowed_domains');

  const send = async () => {
    setProblem(null);
    try {
      if (kind === 'many') {
        const reply = await bulk.mutateAsync({
          body: { ...common, role: role === 'student' ? 'student' : 'teacher', lines: values.lines },
        });
        setAnswered(reply.rows);
        return;
      }
      const { email, vorname, name, password } = values;
      const invitation = await create.mutateAsync({
        body:
          kind === 'personal'
            ? { kind, ...common, role, email, vorname, name, ...(needsPassword && { password }) }
            : {
                kind,
                ...common,
                role,
                allowed_domains: values.domains.split(/[\s,;]+/).filter(Boolean),
                needs_confirmation: values.confirm,
                max_uses: values.max === '' ? null : Number(values.max),
              },
      });
      if (kind === 'link') setMade(invitation.id);
      else {
        showSnackbar({ text: t('invitations.sent', { name: email }), type: 'success' });
        onClose();
      }
    } catch (error) {
      setProblem(error as AppError);
    }
  };

  if (made !== null) return <Made id={made} onClose={onClose} />;
  if (answered !== null) return <Answered rows={answered} onClose={onClose} />;
  const ready =
    kind === 'link'
      ? true
      : kind === 'personal'
        ? values.email.trim() !== '' && (!needsPassword || values.password !== '')
        : values.lines.trim() !== '';
  return (
    <AskDialog
      title={t('invitations.new.to', { name: school.name })}
      action={t(kind === 'link' ? 'invitations.make' : 'invitations.send')}
      disabled={!ready || create.isPending || bulk.isPending}
      onClose={onClose}
      onAction={() => void send()}
    >
      <Segment
        label={t('invitations.kind')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`invitations.kind.${value}`) }))}
        onChange={setKind}
      />
      <p className="school-ask quiet">{t(`invitations.about.${kind}`, { most: MOST_ADDRESSES })}</p>
      {problem && !placed && (
        <p className="note note-bad" role="alert">
          {wordsOf(t, problem)}
        </p>
      )}
      {kind === 'personal' && (
        <>
          <TextField
            label={t('schools.field.email')}
            type="email"
            value={values.email}
            maxLength={254}
            error={errorOf('email')}
            onChange={(event) => set({ email: event.target.value })}
          />
          <div className="school-fields">
            <TextField
              label={t('people.import.field.vorname')}
              value={values.vorname}
              maxLength={60}
              onChange={(event) => set({ vorname: event.target.value })}
            />
            <TextField
              label={t('people.import.field.name')}
              value={values.name}
              maxLength={60}
              onChange={(event) => set({ name: event.target.value })}
            />
          </div>
        </>
      )}
      {kind === 'many' && (
        <TextArea
          label={t('invitations.lines')}
          hint={t('invitations.lines.hint')}
          rows={6}
          spellCheck={false}
          value={values.lines}
          error={errorOf('lines')}
          onChange={(event) => set({ lines: event.target.value })}
        />
      )}
      <div className="school-fields">
        <SelectField
          label={t('invitations.role')}
          value={role}
          options={roles.map((value) => ({ value, label: t(`invitations.role.${value}`) }))}
          onChange={(next) => set({ role: next })}
        />
        <TextField
          label={t('invitations.expires')}
          hint={t(kind === 'link' ? 'invitations.expires.link' : 'invitations.expires.personal')}
          type="date"
          value={values.expires_on}
          error={errorOf('expires_on') && t('invitations.expires.wrong')}
          onChange={(event) => set({ expires_on: event.target.value })}
        />
      </div>
      {needsPassword && (
        <PasswordField
          label={t('invitations.password')}
          hint={t('invitations.password.hint')}
          showLabel={t('login.password.show')}
          value={values.password}
          error={errorOf('password') && t('invitations.password.wrong')}
          onChange={(event) => set({ password: event.target.value })}
        />
      )}
      {kind === 'link' && (
        <>
          <div className="school-fields">
            <TextField
              label={t('invitations.domains')}
              hint={t('invitations.domains.hint')}
              value={values.domains}
              error={problem?.field?.startsWith('allowed_domains') ? wordsOf(t, problem) : null}
              onChange={(event) => set({ domains: event.target.value })}
            />
            <TextField
              label={t('invitations.max')}
              hint={t('invitations.max.hint')}
              type="number"
              min={1}
              max={MOST_USES}
              value={values.max}
              error={errorOf('max_uses')}
              onChange={(event) => set({ max: event.target.value })}
            />
          </div>
          <Checkbox
            label={t('invitations.confirmFirst')}
            hint={t('invitations.confirmFirst.hint')}
            checked={values.confirm}
            onChange={(event) => set({ confirm: event.target.checked })}
          />
        </>
      )}
      <TextArea
        label={t('invitations.message')}
        maxLength={500}
        value={values.message}
        onChange={(event) => set({ message: event.target.value })}
      />
    </AskDialog>
  );
}

/** The link, to be copied. */
function Made({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useT();
  const address = `${location.origin}${href('invitation', { id })}`;
  const copy = async () => {
    if (await copyText(address)) showSnackbar({ text: t('invitations.copied'), type: 'success' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitations.made')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant="line" onClick={onClose}>
            {t('app.close')}
          </Button>
          <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
            {t('invitations.copy.action')}
          </Button>
        </>
      }
    >
      <p className="school-ask">{t('invitations.made.text')}</p>
      <TextField label={t('invitations.address')} value={address} readOnly onFocus={(event) => event.target.select()} />
    </Dialog>
  );
}

/** What became of each address. */
function Answered({ rows, onClose }: { rows: readonly BulkRow[]; onClose: () => void }) {
  const { t } = useT();
  const sent = rows.filter(({ result }) => result === 'sent').length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitations.answered', { count: sent })}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('app.close')}
        </Button>
      }
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="import-lines" tabIndex={0} role="region" aria-label={t('people.import.lines')}>
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line} className={row.result === 'invalid' ? 'bad' : undefined}>
                <td className="num">{row.line}</td>
                <td>{row.email || '–'}</td>
                <td>{t(`invitations.result.${row.result}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
