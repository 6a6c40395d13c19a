import { invitations, type Invitation } from '@fundus/contract/invitations/invitations';
import { href } from '@fundus/contract/screens';
import { Copy, Link2, Mail, Send, Trash2 } from 'lucide-react';
import { useCall } from '../../api/query.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import '../lists/row-state.css';
import './invitations.css';
import { INVITATION_READS, showError } from './target.ts';
import '../../ui/button.css';

type Props = { item: Invitation; /** Heading level of the row. */ level?: 'h2' | 'h3' };

/** Shows an invitation with recipient or link, state and actions. */
export function InvitationRow({ item, level: Heading = 'h2' }: Props) {
  const { t, locale } = useT();
  const resend = useCall(invitations.resend, INVITATION_READS);
  const revoke = useCall(invitations.revoke, INVITATION_READS);
  const params = { id: item.id };
  const what = item.kind === 'personal' ? (item.email ?? '') : t('invitations.link', { role: t(`invitations.role.${item.role}`) });
  const copy = async () => {
    const done = await copyText(`${location.origin}${href('invitation', params)}`);
    showSnackbar(done ? { text: t('invitations.copied'), type: 'success' } : { text: t('error.not_available'), type: 'error' });
  };
  const used = item.kind === 'link' && (item.max_uses === null ? 'invitations.used' : 'invitations.used.of');
  return (
    <li className="invitation-row">
      {item.kind === 'personal' ? <Mail /> : <Link2 />}
      <div>
        <Heading>{what}</Heading>
        <p className="invitation-facts">
          <span className={`row-state row-state-${item.state}`}>{t(`invitations.state.${item.state}`)}</span>
          {item.name && <span>{item.name}</span>}
          {item.kind === 'personal' && <span>{t(`invitations.role.${item.role}`)}</span>}
          {item.capabilities.length > 0 && <span>{item.capabilities.map((each) => t(`people.${each}`)).join(', ')}</span>}
          <span>{t('invitations.until', { date: formatDate(item.expires_on, 'short', locale) })}</span>
          {used && <span>{t(used, { count: item.used_count, of: formatNumber(item.max_uses ?? 0, locale) })}</span>}
          {item.class && item.role !== 'student' && item.students_allowed && <span>{t('invitations.learnersToo')}</span>}
          {item.class && !item.own_school_only && <span>{t('invitations.otherSchools')}</span>}
          {item.needs_confirmation && <span>{t('invitations.confirmed')}</span>}
          {item.allowed_domains.length > 0 && <span>{item.allowed_domains.map((name) => `@${name}`).join(', ')}</span>}
        </p>
      </div>
      <div className="invitation-does btn-flush">
        {(item.state === 'active' || item.state === 'pending') && (
          <Button aria-label={t('invitations.copy', { name: what })} icon={<Copy />} onClick={() => void copy()}>
            {t('invitations.copy.action')}
          </Button>
        )}
        {item.can.resend && (
          <Button
            aria-label={t('invitations.resend', { name: what })}
            icon={<Send />}
            disabled={resend.isPending}
            onClick={() =>
              resend.mutate(
                { params },
                { onSuccess: () => showSnackbar({ text: t('invitations.resent', { name: what }), type: 'success' }), onError: showError },
              )
            }
          >
            {t('invitations.resend.action')}
          </Button>
        )}
        {item.can.revoke && (
          <Button
            aria-label={t('invitations.revoke', { name: what })}
            icon={<Trash2 />}
            disabled={revoke.isPending}
            onClick={() =>
              revoke.mutate(
                { params },
                {
                  onSuccess: () => showSnackbar({ text: t('invitations.revoked', { name: what }), type: 'success' }),
                  onError: showError,
                },
              )
            }
          >
            {t('invitations.revoke.action')}
          </Button>
        )}
      </div>
    </li>
  );
}
