import { hasAccount } from '@fundus/contract/access';
import { notices, type Notice } from '@fundus/contract/notices/notices';
import { href } from '@fundus/contract/screens';
import { Bell, Check, CheckCheck, Settings2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { Pages } from '../../components/lists/Pages.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import '../../components/lists/shelf.css';
import './notices-screen.css';

const VIEWS = ['all', 'unread'] as const;
const refreshes = { refreshes: [notices.list] };

/** Lists the user's notices. Opening a notice marks it as read (docs/behaviour/mails.md#notices). */
export function Screen({ go }: ScreenProps<'notices'>) {
  const { t, locale } = useT();
  const { user } = useSession();
  const [view, setView] = useState<(typeof VIEWS)[number]>('all');
  const list = usePages(notices.list, { unread: String(view === 'unread'), lang: locale });
  const markAllRead = useCall(notices.markAllRead, refreshes);
  const newest = list.items[0]?.created_at;
  const onError = () => showSnackbar({ text: t('error.unavailable'), type: 'error' });
  return (
    <div className="wrap notices">
      <div className="notices-title">
        <PageHeading title={t('notices.title')} />
        {hasAccount(user) && (
          <ButtonLink variant="line" icon={<Settings2 />} href={href('account', { section: 'notifications' })}>
            {t('notices.settings')}
          </ButtonLink>
        )}
      </div>
      <div className="shelf-views notices-views">
        <Segment
          label={t('notices.show')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(value === 'all' ? 'notices.all' : 'notices.onlyUnread') }))}
          onChange={setView}
        />
        {newest !== undefined && Boolean(list.first?.unread) && (
          <Button
            flush="phone"
            icon={<CheckCheck />}
            disabled={markAllRead.isPending}
            onClick={() => markAllRead.mutate({ body: { until: newest } }, { onError })}
          >
            {t('notices.readAll')}
          </Button>
        )}
      </div>
      <Pages
        list={list}
        empty={
          <EmptyState icon={<Bell />} title={t(view === 'unread' ? 'notices.none.unread' : 'notices.none')}>
            {view === 'all' && <p>{t('notices.none.text')}</p>}
          </EmptyState>
        }
      >
        {list.items.map((notice) => (
          <Row key={notice.id} notice={notice} go={go} />
        ))}
      </Pages>
    </div>
  );
}

function Row({ notice: { id, title, text, href: to, created_at, read }, go }: { notice: Notice } & Pick<ScreenProps<'notices'>, 'go'>) {
  const { t, locale } = useT();
  const setRead = useCall(notices.setRead, refreshes);
  const mark = (next: boolean) =>
    setRead.mutate(
      { params: { id }, body: { read: next } },
      { onError: () => showSnackbar({ text: t('error.unavailable'), type: 'error' }) },
    );
  const words = t(read ? 'notices.markUnread' : 'notices.markRead');
  return (
    <li className="notice" data-unread={!read || undefined}>
      <div>
        <h2>
          {to === null ? (
            title
          ) : (
            <Link
              href={to}
              onClick={(event) => {
                if (read) return;
                mark(true);
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                go(to);
              }}
            >
              {title}
            </Link>
          )}
        </h2>
        <p className="small-print">
          {!read && <strong className="notice-new">{t('notices.new')}</strong>}
          <time dateTime={created_at}>{formatDate(created_at, 'berlin', locale)}</time>
        </p>
        {text && <p className="notice-text">{text}</p>}
      </div>
      <IconButton label={`${words}: ${title}`} icon={read ? <Undo2 /> : <Check />} onClick={() => mark(!read)} />
    </li>
  );
}
