import { runtimeEnd } from '@fundus/contract/licences/rules';
import { today, shiftDay } from '@fundus/contract/days';
import type { InvitationRole } from '@fundus/contract/invitations/invitations';
import { PERSONAL_DAYS } from '@fundus/contract/invitations/rules';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Fold } from '../../ui/Fold.tsx';
import type { InviteValues } from './invite-values.ts';
import './invitations.css';

type Props = {
  school: string;
  /** Name of the class, or `null` for an invitation to the school. */
  className: string | null;
  role: InvitationRole;
  values: Pick<InviteValues, 'message' | 'expires_on'>;
};

/** Shows a preview of the mail, with the district's template. */
export function InvitePreview({ school, className, role, values }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const template = className === null ? 'invitation' : 'classInvitation';
  const said = {
    school,
    class: className ?? '',
    role: t(`invitations.role.${role}`),
    date: formatDate(values.expires_on || lastDay(config.schoolYearEnd), 'long', locale),
  };
  return (
    <Fold title={t('invitations.preview')}>
      <div className="invite-mail">
        <p className="invite-mail-subject">{t(`mail.${template}.subject`, said)}</p>
        <p className="invite-mail-text">{t(`mail.${template}.text`, said)}</p>
        {values.message.trim() !== '' && <blockquote>{values.message}</blockquote>}
        <p>
          <span className="invite-mail-link">{t('mail.invitation.action')}</span>
        </p>
      </div>
      {values.message.trim() !== '' && <p className="small-print">{t('invitations.preview.message')}</p>}
    </Fold>
  );
}

/** Returns the default last day of an invitation, computed as on the server. */
function lastDay(schoolYearEnd: string): string {
  const day = today(new Date());
  const end = runtimeEnd({ kind: 'school_year' }, day, schoolYearEnd)!;
  const usual = shiftDay(day, PERSONAL_DAYS);
  return usual < end ? usual : end;
}
