import { medialistLinks, type LinkedItem, type LinkedList } from '@fundus/contract/medialists/links';
import { href } from '@fundus/contract/screens';
import { ExternalLink, EyeOff, Lock, LockKeyhole, LogOut, NotebookPen, Play, Presentation as Wall } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { useCall } from '../../api/query.ts';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { showError } from '../../components/medialists/reads.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { LazyRichText } from '../../components/rich-text/LazyRichText.tsx';
import { formatDateUnbroken } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { Note } from '../../ui/Note.tsx';
import { placesOf } from './places.ts';
import { useLive } from './use-live.ts';
import '../../components/lists/line.css';
import '../../components/media/licence-badge.css';
import './medialists.css';

const Presentation = loadLater(async () => (await import('./presentation/Presentation.tsx')).Presentation);
const NotesWindow = loadLater(async () => (await import('./presentation/NotesWindow.tsx')).NotesWindow);

const EVENTS = address(medialistLinks.linkedEvents);
const ENDED = { refreshes: [medialistLinks.linked] };

/** Shows a list that was opened by a link, either for viewing or for a substitute lesson. */
export function LinkedPage({ list, search, reread }: { list: LinkedList; search: string; reread: () => void }) {
  const { t, locale } = useT();
  const [begun, setBegun] = useState<{ startId: string | null } | null>(null);
  const close = useCall(medialistLinks.closeLink, ENDED);
  useLive(EVENTS, list, reread);
  const places = placesOf(list.contents, false);
  const taught = list.kind === 'substitute';
  const shown = list.contents.some((item) => item.available && item.kind !== 'external');
  if (new URLSearchParams(search).get('view') === 'notes' && taught)
    return <NotesWindow title={list.title} items={list.contents} about="link" />;
  return (
    <div className="wrap list-page">
      <header className="list-head">
        <div>
          <PageHeading title={`${list.title} · ${t('list.title')}`}>{list.title}</PageHeading>
          <p className="line-facts">
            <span>{list.school}</span>
            <span>
              {taught ? t('list.linked.today') : t('list.release.until', { date: formatDateUnbroken(list.valid_until, 'long', locale) })}
            </span>
          </p>
        </div>
        <div className="list-actions">
          {shown && (
            <Button variant="primary" icon={taught ? <Wall /> : <Play />} onClick={() => setBegun({ startId: null })}>
              {t(taught ? 'list.present' : 'list.linked.watch')}
            </Button>
          )}
          <Button
            variant="line"
            icon={<LogOut />}
            disabled={close.isPending}
            onClick={() => close.mutate({}, { onSuccess: reread, onError: showError })}
          >
            {t('list.linked.close')}
          </Button>
        </div>
      </header>
      {taught && (
        <Note tone="info">
          <NotebookPen />
          <span>{t('list.linked.substitute.hint')}</span>
        </Note>
      )}
      {list.description && (
        <div className="list-description">
          <LazyRichText html={list.description} level={2} />
        </div>
      )}
      <h2 className="sr">{t('list.linked.contents')}</h2>
      <ol className="lines list-items">
        {list.contents.map((item, i) => (
          <LinkedRow key={item.id} item={item} place={places[i]!} onOpen={() => setBegun({ startId: item.id })} />
        ))}
      </ol>
      {begun && (
        <Presentation
          title={list.title}
          items={list.contents}
          source="link"
          about="link"
          notesHref={taught ? href('link', {}, { view: 'notes' }) : null}
          startId={begun.startId}
          onClose={() => setBegun(null)}
        />
      )}
    </div>
  );
}

function LinkedRow({ item, place, onOpen }: { item: LinkedItem; place: number | null; onOpen: () => void }) {
  const { t } = useT();
  const { kind, available, note_learner, note_teacher, visible_to_learners } = item;
  return (
    <li className="list-item" data-kind={kind} data-closed={!available || undefined}>
      <div className="list-item-lead">
        <span className="list-item-place num" aria-hidden="true">
          {place}
        </span>
      </div>
      {kind === 'external' ? (
        <span className="list-item-sign" aria-hidden="true">
          <ExternalLink />
        </span>
      ) : (
        item.identifier !== null && (
          <SmallCover
            item={item.cover === null ? null : { cover: item.cover, duration: item.duration && Math.round(item.duration) }}
            length
          />
        )
      )}
      <div className="list-item-text">
        <Title item={item} onOpen={onOpen} />
        {!available && (
          <p className="state warn">
            <Lock className="i-16" /> {t('list.linked.unavailable')}
          </p>
        )}
        {note_learner && (
          <p className="line-words">
            <span className="small-print">{t('list.note.task')}</span>
            {note_learner}
          </p>
        )}
        {note_teacher && (
          <p className="list-item-teacher">
            <LockKeyhole className="i-16" aria-hidden="true" />
            <span>
              <span className="small-print">{t('list.item.noteTeacher')}</span>
              {note_teacher}
            </span>
          </p>
        )}
        {!visible_to_learners && (
          <p className="state">
            <EyeOff className="i-16" /> {t('list.item.hidden')}
          </p>
        )}
      </div>
    </li>
  );
}

function Title({ item: { kind, title, body, url, available }, onOpen }: { item: LinkedItem; onOpen: () => void }) {
  const { t } = useT();
  if (kind === 'text') return <p className="list-item-words">{body}</p>;
  if (kind === 'external' && url)
    return (
      <h3>
        <a href={url} target="_blank" rel="noopener noreferrer external">
          {title}
          <span className="sr"> ({t('list.item.opensNew')})</span>
        </a>
      </h3>
    );
  if (kind === 'heading' || !available) return <h3>{title}</h3>;
  return (
    <h3>
      <button type="button" className="list-item-open" onClick={onOpen}>
        {title}
      </button>
    </h3>
  );
}
