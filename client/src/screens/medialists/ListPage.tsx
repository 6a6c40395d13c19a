import { isStudent } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import type { ListItem } from '@fundus/contract/medialists/items';
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import { Archive, ListChecks, ListPlus, ListVideo, Lock, Presentation as Wall, Share2, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { address } from '../../api/call.ts';
import { formatPlannedDay, formatGrades } from '../../components/medialists/about-list.ts';
import { SubjectChip } from '../../components/media/finder/SubjectChip.tsx';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import { Crumb } from '../../components/page/Crumb.tsx';
import { LazyRichText } from '../../components/rich-text/LazyRichText.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go } from '../../components/page/screen.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { nameOfCode } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { spokenTime } from '../../player/playback/time.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { ListActions } from './ListActions.tsx';
import { ListContents } from './ListContents.tsx';
import { toLinkedItem } from './presentation/shown.ts';
import { shareTargetsOf, type ListTargetName } from './share/share-targets-of.ts';
import { useContents, type Contents } from './use-contents.ts';
import { useLive } from './use-live.ts';
import '../../components/lists/line.css';
import './medialists.css';
import { loadLater } from '../../ui/load-later.tsx';

const AddDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).AddDialog);
const CheckPanel = loadLater(async () => (await import('./CheckPanel.tsx')).CheckPanel);
const NotesWindow = loadLater(async () => (await import('./presentation/NotesWindow.tsx')).NotesWindow);
const Presentation = loadLater(async () => (await import('./presentation/Presentation.tsx')).Presentation);
const ShareListDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ShareListDialog);
const SharingPanel = loadLater(async () => (await import('./SharingPanel.tsx')).SharingPanel);

type Adding = { after?: string; instead?: ListItem };

/** Shows a media list with its details, items and sharing. Learners see a reduced view. */
export function ListPage({ list, search, reread, go }: { list: Medialist; search: string; reread: () => void; go: Go }) {
  const { t } = useT();
  const session = useSession();
  const { user } = session;
  const contents = useContents(list);
  const [adding, setAdding] = useState<Adding | null>(null);
  /** Target that the share dialog shows first, or `first` for the first available target. */
  const [sharing, setSharing] = useState<ListTargetName | 'first' | null>(null);
  const [presenting, setPresenting] = useState(false);
  useLive(address(medialists.events, { params: { id: list.id } }), list, reread);
  const pupil = list.role === 'released';
  const { can } = list;
  const media = contents.items.filter(({ identifier }) => identifier !== null).length;
  const overview = pupil || (user && isStudent(user) && list.role !== 'owner') ? 'released' : SCOPES[list.role];
  const targets = list.state === 'active' ? shareTargetsOf(session, list) : [];
  const shares = can.seeSharing && list.visibility !== 'editorial';
  const presents = !pupil && list.state !== 'deleted' && contents.items.some((item) => item.visible_to_learners);
  if (presents && new URLSearchParams(search).get('view') === 'notes')
    return <NotesWindow title={list.title} items={contents.items.map(toLinkedItem)} about={list.id} />;
  return (
    <div className="wrap list-page">
      <Crumb
        label={t('list.crumb')}
        to={href('medialist', { id: overview })}
        name={t(pupil ? 'lists.title.pupil' : 'lists.title')}
        part={t(overview === 'mine' && user && isStudent(user) ? 'lists.scope.mine.pupil' : `lists.scope.${overview}`)}
      />
      <header className="list-head">
        <ListHeading list={list} media={media} />
        <div className="list-actions">
          {can.editItems && (
            <Button variant={contents.items.length > 0 ? 'line' : 'primary'} icon={<ListPlus />} onClick={() => setAdding({})}>
              {t('list.media.add')}
            </Button>
          )}
          {targets.length > 0 && (
            <Button variant={contents.items.length > 0 ? 'primary' : 'line'} icon={<Share2 />} onClick={() => setSharing('first')}>
              {t('list.release')}
            </Button>
          )}
          {presents && (
            <Button variant="line" icon={<Wall />} onClick={() => setPresenting(true)}>
              {t('list.present')}
            </Button>
          )}
          {!pupil && <ListActions list={list} go={go} />}
        </div>
      </header>
      <StateNote list={list} />
      {list.description && (
        <div className="list-description">
          <LazyRichText html={list.description} level={3} />
        </div>
      )}
      <div className="list-columns" data-wide={!shares || undefined}>
        <ListBody list={list} contents={contents} onAdd={setAdding} />
        {shares && (
          <SharingPanel list={list} targets={targets} onShare={setSharing} onLeft={() => go(href('medialist', { id: 'shared' }))} />
        )}
      </div>
      {adding && (
        <AddDialog
          list={list}
          set={contents.set}
          after={adding.after ?? null}
          instead={adding.instead ?? null}
          onClose={() => setAdding(null)}
        />
      )}
      {presenting && (
        <Presentation
          title={list.title}
          items={contents.items.map(toLinkedItem)}
          source="list"
          about={list.id}
          notesHref={href('medialist', { id: list.id }, { view: 'notes' })}
          startId={null}
          onClose={() => setPresenting(false)}
        />
      )}
      {sharing && <ShareListDialog list={list} first={sharing === 'first' ? undefined : sharing} onClose={() => setSharing(null)} />}
    </div>
  );
}

/** Shows the items of a list once their availability to learners has been checked. */
function ListBody({ list, contents, onAdd }: { list: Medialist; contents: Contents; onAdd: (adding: Adding) => void }) {
  const { t } = useT();
  const [choosing, setChoosing] = useState(false);
  const pupil = list.role === 'released';
  const releasable = list.can.release && contents.items.length > 0;
  const [checked, setChecked] = useState(!releasable);
  const isChecked = useCallback(() => setChecked(true), []);
  return (
    <div className="list-body">
      {releasable && <CheckPanel list={list} contents={contents} onReplace={(item) => onAdd({ instead: item })} onReady={isChecked} />}
      {!checked && <MediaSkeleton count={4} view="list" />}
      {checked && !pupil && contents.items.length > 1 && !choosing && (
        <div className="list-tools">
          <Button icon={<ListChecks />} onClick={() => setChoosing(true)}>
            {t('choice.begin')}
          </Button>
        </div>
      )}
      {!checked ? null : contents.items.length > 0 ? (
        <ListContents
          list={list}
          contents={contents}
          pupil={pupil}
          choosing={choosing}
          onChosen={() => setChoosing(false)}
          onAdd={(after) => onAdd({ after })}
          onReplace={(item) => onAdd({ instead: item })}
        />
      ) : (
        <EmptyState icon={<ListVideo />} title={t(pupil ? 'list.empty.pupil' : 'list.empty')}>
          <p>{t(pupil ? 'list.empty.pupil.hint' : list.can.editItems ? 'list.empty.hint' : 'list.empty.reader')}</p>
        </EmptyState>
      )}
      {list.left_out > 0 && <p className="quiet small list-left-out">{t('list.leftOut', { count: list.left_out })}</p>}
    </div>
  );
}

/** Shows the title and details of a list. `media` is the number of its media. */
function ListHeading({ list, media }: { list: Medialist; media: number }) {
  const { t, locale } = useT();
  const pupil = list.role === 'released';
  const day = today(new Date());
  const facts = [
    t('list.items', { count: media, number: formatNumber(media, locale) }) +
      (list.duration > 0 ? `, ${formatLength(list.duration, t)}` : ''),
    !pupil && list.planned_for !== null && formatPlannedDay(t, locale, list.planned_for, day),
    formatGrades(t, list.grades),
    !pupil && list.role !== 'owner' && list.owner !== '' && t('list.by', { name: list.owner }),
    !pupil && t(`list.visibility.${list.visibility}.short`),
  ].filter(Boolean);
  return (
    <div>
      <PageHeading title={`${list.title} · ${t('list.title')}`}>{list.title}</PageHeading>
      <p className="line-facts">
        <SubjectChip codes={list.subjects.slice(0, 1).map(({ code }) => code)} />
        {list.subjects.slice(1).map(({ code, label }) => (
          <span key={code}>{nameOfCode(code, label)}</span>
        ))}
        {facts.map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </p>
    </div>
  );
}

/** Scope of the overview that contains the list, by the role of the user. */
const SCOPES = {
  owner: 'mine',
  editor: 'shared',
  viewer: 'shared',
  administrator: 'school',
  school: 'school',
  district: 'editorial',
  editorial: 'editorial',
  released: 'released',
} as const;

/** Returns a duration as text. From five minutes on it is rounded to minutes. */
const formatLength = (seconds: number, t: ReturnType<typeof useT>['t']): string =>
  spokenTime(seconds >= 300 ? Math.round(seconds / 60) * 60 : seconds, t);

/** Shows why the list is read-only and what the user can do. */
function StateNote({ list: { state, role, restore_until } }: { list: Medialist }) {
  const { t, locale } = useT();
  if (state === 'active') return null;
  const Sign = { archived: Archive, locked: Lock, deleted: Trash2 }[state];
  return (
    <Note tone={state === 'archived' ? 'info' : 'bad'}>
      <Sign />
      <span>
        {state === 'deleted' && restore_until
          ? t('lists.deleted.until', { date: formatDate(restore_until, 'long', locale) })
          : t(`list.note.${state === 'locked' && role === 'administrator' ? 'locked.admin' : state}`)}
      </span>
    </Note>
  );
}
