import { isStudent } from '@fundus/contract/access';
import { href } from '@fundus/contract/screens';
import { sharedMedia, type SharedList } from '@fundus/contract/shared-media/shared-media';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import { mediaHref } from '../../components/media/media-context.ts';
import type { ScreenProps } from '../../components/page/screen.ts';
import { SharedLine } from '../../components/sharing/SharedLine.tsx';
import { SharedRow } from '../../components/sharing/SharedRow.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { Link } from '../../ui/Link.tsx';
import { SegmentOrSelect } from '../../ui/fields/SegmentOrSelect.tsx';
import { Pages } from '../../components/lists/Pages.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import '../../components/lists/shelf.css';
import '../../components/media/licence-badge.css';

/** Lists received and sent shares, media of the user's classes, and media shared with the whole school. */
export function SharedTab({ search, go }: Pick<ScreenProps<'library'>, 'search' | 'go'>) {
  const { t } = useT();
  const asked = new URLSearchParams(search);
  const head = useQuery({ ...query(sharedMedia.list, { query: { limit: 1 } }), staleTime: 0 });
  if (!head.data)
    return head.error ? <Failed error={head.error} onRetry={() => void head.refetch()} /> : <MediaSkeleton count={4} view="list" />;
  const { lists, unread } = head.data;
  const [first] = lists;
  if (!first) return <Empty list="to_me" />;
  const list = lists.find((each) => each === asked.get('show')) ?? first;
  const archived = asked.get('archived') === 'true' && (list === 'to_me' || list === 'by_me');
  const show = (to: SharedList, put: boolean) =>
    go(href('library', { tab: 'shared' }, { ...(to !== first && { show: to }), ...(put && { archived: 'true' }) }), { replace: true });
  return (
    <>
      <div className="shelf-head">
        <SegmentOrSelect
          bare
          label={t('shared.lists')}
          value={list}
          options={lists.map((value) => ({
            value,
            label: value === 'to_me' && unread > 0 ? t('shared.list.to_me.new', { count: unread }) : t(`shared.list.${value}`),
          }))}
          onChange={(value) => show(value, false)}
        />
        {(list === 'to_me' || list === 'by_me') && (
          <Checkbox label={t(`shared.archived.${list}`)} checked={archived} onChange={(event) => show(list, event.target.checked)} />
        )}
      </div>
      {list === 'classes' ? <ClassMedia /> : <SharedListContent key={list} list={list} archived={archived} />}
    </>
  );
}

function SharedListContent({ list, archived }: { list: Exclude<SharedList, 'classes'>; archived: boolean }) {
  const pages = usePages(sharedMedia.list, { show: list, archived: String(archived) });
  return (
    <Pages list={pages} empty={<Empty list={list} archived={archived} />}>
      {pages.items.map((entry) => (
        <SharedRow key={entry.id} entry={entry} />
      ))}
    </Pages>
  );
}

function ClassMedia() {
  const { t, locale } = useT();
  const pages = usePages(sharedMedia.classes, {});
  return (
    <Pages list={pages} empty={<Empty list="classes" />}>
      {pages.items.map(({ id, item, title, excerpt, kind, identifier, note, shared_at, state, ...entry }) => (
        <SharedLine
          key={id}
          item={item}
          title={title}
          excerpt={excerpt}
          to={mediaHref({ class: entry.class.id, kind }, identifier, excerpt?.id)}
          dim={state !== 'shown'}
          facts={[
            <Link key="class" href={href('class', { id: entry.class.id })}>
              {entry.class.name}
            </Link>,
            t('shared.on', { date: formatDate(shared_at, 'short', locale) }),
          ]}
          words={note}
        >
          {state !== 'shown' && <p className={state === 'no_licence' ? 'state warn' : 'state'}>{t(`shared.class.${state}`)}</p>}
        </SharedLine>
      ))}
    </Pages>
  );
}

function Empty({ list, archived = false }: { list: SharedList; archived?: boolean }) {
  const { t } = useT();
  const { user } = useSession();
  const pupil = user !== false && isStudent(user);
  const kind = archived
    ? (`${list === 'by_me' ? 'by_me' : 'to_me'}.archived` as const)
    : pupil
      ? (`${list === 'school' ? 'school' : 'classes'}.pupil` as const)
      : list;
  return (
    <EmptyState icon={<Inbox />} title={t(`shared.none.${kind}`)}>
      <p>{t(`shared.none.${kind}.hint`)}</p>
    </EmptyState>
  );
}
