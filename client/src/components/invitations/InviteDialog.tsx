import { isDistrictAdmin } from '@fundus/contract/access';
import { ownAccount } from '@fundus/contract/accounts/own';
import type { AppError } from '@fundus/contract/errors';
import { MAX_ADDRESSES } from '@fundus/contract/invitations/rules';
import { invitations, type BulkRow, type InvitationRole } from '@fundus/contract/invitations/invitations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Segment } from '../../ui/fields/Segment.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useFields } from '../forms/use-fields.ts';
import { commonBody, isReady, kindsOf, linkBody, createEmptyInvitation, rolesOf, type InviteKind } from './invite-values.ts';
import { BulkInvitationResult, CreatedLink } from './InviteAnswers.tsx';
import { InviteFields } from './InviteFields.tsx';
import { InvitePreview } from './InvitePreview.tsx';
import './invitations.css';
import { kindOfTarget, targetQuery, INVITATION_READS, errorText, type InvitationTarget } from './target.ts';

/** Shows a dialog that invites one person, many people, or everyone who has a link. */
export function InviteDialog({ to, onClose }: { to: InvitationTarget; onClose: () => void }) {
  const { t } = useT();
  const { user } = useSession();
  const target = kindOfTarget(to);
  const toClass = target === 'class';
  const kinds = kindsOf(target);
  const [kind, setKind] = useState<InviteKind>(kinds[0]!);
  const [made, setMade] = useState<string | null>(null);
  const [answered, setAnswered] = useState<readonly BulkRow[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const create = useCall(invitations.create, INVITATION_READS);
  const bulk = useCall(invitations.bulk, INVITATION_READS);
  const undo = useUndo(INVITATION_READS);
  const fields = useFields(createEmptyInvitation(target), {
    error,
    at: ['email', 'password', 'expires_on', 'max_uses', 'lines', 'allowed_domains'],
    words: (refusal) => {
      if (refusal.field === 'expires_on') return t('invitations.expires.wrong');
      return refusal.field === 'password' ? t('invitations.password.wrong') : errorText(t, refusal);
    },
  });
  const { values } = fields;
  const roles = rolesOf(kind, target);
  const role: InvitationRole = roles.includes(values.role) ? values.role : roles[0]!;
  const makesPeer = role === 'district_admin' || (role === 'school_admin' && !(user && isDistrictAdmin(user)));
  const asks = kind === 'personal' && makesPeer;
  const own = useQuery({ ...query(ownAccount.account), enabled: asks });
  // Accounts that sign in through an identity provider have no password.
  const needsPassword = asks && own.data?.has_password !== false;

  const send = async () => {
    setError(null);
    const sent = { ...values, role };
    const body = { ...targetQuery(to), ...commonBody(sent, toClass) };
    try {
      if (kind === 'many') {
        const reply = await bulk.mutateAsync({
          body: { ...body, role: role === 'student' || role === 'staff' ? role : 'teacher', lines: values.lines },
        });
        setAnswered(reply.rows);
        return;
      }
      const { email, vorname, name, password } = values;
      const invitation = await create.mutateAsync({
        body:
          kind === 'personal'
            ? { kind, ...body, role, email, vorname, name, ...(needsPassword && { password }) }
            : { kind, ...body, role, ...linkBody(sent, toClass) },
      });
      if (kind === 'link') setMade(invitation.id);
      else {
        showSnackbar({
          text: t('invitations.sent', { name: email }),
          type: 'success',
          // The undo also works if the mail was already sent, because its link then stops working.
          action: undo(invitations.revoke, { params: { id: invitation.id } }),
        });
        onClose();
      }
    } catch (refusal) {
      setError(refusal as AppError);
    }
  };

  if (made !== null) return <CreatedLink id={made} onClose={onClose} />;
  if (answered !== null) return <BulkInvitationResult rows={answered} onClose={onClose} />;
  return (
    <FormDialog
      title={t('invitations.new.to', { name: to.name })}
      action={t(kind === 'link' ? 'invitations.make' : 'invitations.send')}
      disabled={!isReady(kind, values, needsPassword) || create.isPending || bulk.isPending}
      problem={fields.problem}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Segment
        label={t('invitations.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`invitations.kind.${value}`) }))}
        onChange={setKind}
      />
      <p className="invite-ask quiet">{t(`invitations.about.${kind}`, { most: MAX_ADDRESSES })}</p>
      <InviteFields kind={kind} fields={fields} roles={roles} role={role} toClass={toClass} needsPassword={needsPassword} />
      {kind !== 'link' && (
        <InvitePreview
          school={toClass ? (user && user.schulname) || '' : to.name}
          className={toClass ? to.name : null}
          role={role}
          values={values}
        />
      )}
    </FormDialog>
  );
}
