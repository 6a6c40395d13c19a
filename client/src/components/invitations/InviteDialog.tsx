import { isDistrictAdmin } from '@fundus/contract/access';
import { ownAccount } from '@fundus/contract/accounts/own';
import type { AppError } from '@fundus/contract/errors';
import { MOST_ADDRESSES } from '@fundus/contract/invitations/rules';
import { invitations, type BulkRow, type InvitationRole } from '@fundus/contract/invitations/invitations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox, PasswordField, TextField } from '../../ui/Field.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { AskDialog } from '../forms/AskDialog.tsx';
import { Answered, Made } from './InviteAnswers.tsx';
import './invitations.css';
import { LinkFields } from './LinkFields.tsx';
import { targetQuery, INVITATION_READS, wordsOf, type InvitationTarget } from './target.ts';

const KINDS = ['link', 'personal', 'many'] as const;
type Kind = (typeof KINDS)[number];
export const EMPTY = {
  /** Of a link to a class for teachers: pupils come by it too. */
  learners: true,
  /** To a class: only people of its school. */
  own: true,
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

export type InviteValues = typeof EMPTY & { role: InvitationRole };

/** Invites one person, many, or whoever has the link. */
export function InviteDialog({ to, onClose }: { to: InvitationTarget; onClose: () => void }) {
  const { t } = useT();
  const { user } = useSession();
  const [kind, setKind] = useState<Kind>('link');
  const [values, setValues] = useState<InviteValues>({ ...EMPTY, role: 'class_id' in to ? 'student' : 'teacher' });
  const [made, setMade] = useState<string | null>(null);
  const [answered, setAnswered] = useState<readonly BulkRow[] | null>(null);
  const [problem, setProblem] = useState<AppError | null>(null);
  const create = useCall(invitations.create, INVITATION_READS);
  const bulk = useCall(invitations.bulk, INVITATION_READS);
  const set = (about: Partial<InviteValues>) => setValues({ ...values, ...about });
  const toClass = 'class_id' in to;
  const roles: InvitationRole[] = kind === 'personal' && !toClass ? ['teacher', 'student', 'school_admin'] : ['teacher', 'student'];
  const role = roles.includes(values.role) ? values.role : 'teacher';
  const asks = kind === 'personal' && role === 'school_admin' && !(user && isDistrictAdmin(user));
  const own = useQuery({ ...query(ownAccount.account), enabled: asks });
  // Whoever comes by another portal has none to show.
  const needsPassword = asks && own.data?.has_password !== false;
  const where = { ...targetQuery(to), ...(toClass && { target: 'class' as const, own_school_only: role === 'student' || values.own }) };
  const common = { ...where, message: values.message, ...(values.expires_on && { expires_on: values.expires_on }) };
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
                ...(toClass
                  ? { students_allowed: role === 'student' || values.learners }
                  : { allowed_domains: values.domains.split(/[\s,;]+/).filter(Boolean) }),
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
      title={t('invitations.new.to', { name: to.name })}
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
      <p className="invite-ask quiet">{t(`invitations.about.${kind}`, { most: MOST_ADDRESSES })}</p>
      {problem && !placed && <FormProblem>{wordsOf(t, problem)}</FormProblem>}
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
          <div className="invite-fields">
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
      <div className="invite-fields">
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
      {kind === 'link' && <LinkFields values={values} role={role} toClass={toClass} problem={problem} set={set} />}
      {toClass && role === 'teacher' && (
        <Checkbox
          label={t('invitations.ownSchool')}
          hint={t('invitations.ownSchool.hint')}
          checked={values.own}
          onChange={(event) => set({ own: event.target.checked })}
        />
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
