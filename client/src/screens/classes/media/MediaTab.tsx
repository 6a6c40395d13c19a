import type { Class } from '@fundus/contract/classes/classes';
import type { AppError } from '@fundus/contract/errors';
import { classMedia, type ClassMedium } from '@fundus/contract/classes/media';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { useQuery } from '@tanstack/react-query';
import { LibraryBig, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { MediaSkeleton } from '../../../components/media/MediaSkeleton.tsx';
import { scopeHref, searchScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { ClassMediumRow } from './ClassMediumRow.tsx';
import { CLASS_MEDIA_READS, showError } from '../problems.ts';
import { searchFor } from '../words.ts';
import '../classes.css';
import { loadLater, useLoaded } from '../../../ui/load-later.tsx';

/** Loaded only if media lists were released to the class. */
const ClassLists = loadLater(async () => (await import('./ClassLists.tsx')).ClassLists);
const TermsDialog = loadLater(async () => (await import('./TermsDialog.tsx')).TermsDialog);

/** Shows the media of a class in order. Teachers also see those that are hidden from learners. */
export function MediaTab({ cls, learner }: { cls: Class; learner: boolean }) {
  const { t } = useT();
  const session = useSession();
  /** Id of the entry in the open dialog. Only the id is stored, so that the dialog shows concurrent changes. */
  const [changing, setChanging] = useState<string | null>(null);
  const list = useQuery({ ...query(classMedia.media, { params: { id: cls.id } }), staleTime: 0 });
  const lists = useQuery({ ...query(medialistSharing.releasedTo, { params: { id: cls.id } }), staleTime: 0 });
  const released = lists.data?.items ?? [];
  const loaded = useLoaded(released.length > 0 ? ClassLists : null);
  const order = useCall(classMedia.orderMedia, CLASS_MEDIA_READS);
  const items = list.data?.items ?? [];
  const changed = items.find(({ id }) => id === changing);
  const scope = searchScope(session);
  // The new order is shown immediately. Moves are saved sequentially, and a failed one restores the saved order.
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const stored = useRef<Promise<number>>(Promise.resolve(0));
  const seen = list.data?.order_version ?? 0;
  const positionOf = ({ id }: ClassMedium) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length);
  const shown = wanted.length > 0 ? [...items].sort((a, b) => positionOf(a) - positionOf(b)) : items;
  const move = (from: number, by: number) => {
    const ids = shown.map(({ id }) => id);
    ids.splice(from + by, 0, ...ids.splice(from, 1));
    setWanted(ids);
    stored.current = stored.current
      .then((version) => order.mutateAsync({ params: { id: cls.id }, body: { order: ids, version: Math.max(version, seen) } }))
      .then(({ version }) => version)
      .catch((error: AppError) => {
        setWanted([]);
        showError(error);
        void list.refetch();
        return 0;
      });
  };
  // Media and lists are shown together, to avoid a layout shift.
  if (!list.data || lists.isLoading || !loaded) {
    return list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <MediaSkeleton count={4} view="list" />;
  }
  if (shown.length === 0 && released.length === 0) {
    const kind = learner ? (session.user && session.user.by_code ? 'code' : 'pupil') : cls.can.share ? 'teacher' : 'other';
    return (
      <EmptyState icon={<LibraryBig />} title={t(`class.media.none.${kind}`)}>
        <p>{t(`class.media.none.${kind}.hint`)}</p>
        {kind === 'teacher' && scope && (
          <ButtonLink variant="line" icon={<Share2 />} href={scopeHref(scope, searchFor(cls))}>
            {t('class.media.search')}
          </ButtonLink>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      {released.length > 0 && <ClassLists cls={cls} lists={released} learner={learner} />}
      {released.length > 0 && shown.length > 0 && <h2 className="class-media-head">{t('lists.class.media')}</h2>}
      <ul className="lines class-media" data-learner={learner || undefined}>
        {shown.map((entry, i) => (
          <ClassMediumRow
            key={entry.id}
            cls={cls}
            entry={entry}
            learner={learner}
            onChange={() => setChanging(entry.id)}
            onUp={i > 0 ? () => move(i, -1) : null}
            onDown={i < shown.length - 1 ? () => move(i, 1) : null}
          />
        ))}
      </ul>
      {changed && <TermsDialog cls={cls} entry={changed} onClose={() => setChanging(null)} />}
    </>
  );
}
