import { ownAccount, type OwnSession } from '@fundus/contract/accounts/own';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { query, useCall } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { berlinMoment } from '../../../i18n/berlin-time.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import '../../../ui/list.css';
import '../parts/account-screen.css';

const refreshes = { refreshes: [ownAccount.sessions] };

/** Shows the user's sessions, each with a button that ends it. */
export function Sessions() {
  const { t } = useT();
  const { signOut } = useSession();
  const sessions = useQuery({ ...query(ownAccount.sessions), staleTime: 5_000 });
  const end = useCall(ownAccount.endSession, refreshes);
  const endOthers = useCall(ownAccount.endOtherSessions, refreshes);
  const items = sessions.data?.items ?? [];
  const failed = () => showSnackbar({ text: t('error.unavailable'), type: 'error' });
  const ended = (count: number) => showSnackbar({ text: t('account.sessions.ended', { count }), type: 'success' });
  return (
    <div className="account-block">
      <h2>{t('account.sessions.heading')}</h2>
      {sessions.error && !sessions.data && <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="lines list-rows account-sessions">
        {items.map((session) => (
          <Line
            key={session.id}
            session={session}
            onEnd={() =>
              session.current ? signOut() : end.mutate({ params: { id: session.id } }, { onSuccess: () => ended(1), onError: failed })
            }
          />
        ))}
      </ul>
      {items.length > 1 && (
        <Button
          variant="line"
          disabled={endOthers.isPending}
          onClick={() => endOthers.mutate({}, { onSuccess: ({ ended: count }) => ended(count), onError: failed })}
        >
          {t('account.sessions.endOthers')}
        </Button>
      )}
    </div>
  );
}

function Line({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t, locale } = useT();
  const device = session.device || t('account.sessions.unknown');
  return (
    <li>
      {/iPhone|iPad|Android/.test(session.device) ? <Smartphone /> : <Laptop />}
      <div>
        <div>
          <b>{device}</b> {session.current && <span className="account-here">{t('account.sessions.current')}</span>}
        </div>
        <div className="quiet small">
          {t('account.sessions.since', {
            since: berlinMoment(session.created_at, locale),
            last: berlinMoment(session.last_seen_at, locale),
          })}
          {session.stay && ` · ${t('account.sessions.stay')}`}
        </div>
      </div>
      <Button onClick={onEnd} aria-label={t(session.current ? 'profile.signOut' : 'account.sessions.end.label', { device })}>
        {t(session.current ? 'profile.signOut' : 'account.sessions.end')}
      </Button>
    </li>
  );
}
