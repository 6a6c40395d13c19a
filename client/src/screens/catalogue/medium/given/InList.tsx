import type { ListItem } from '@fundus/contract/medialists/items';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { itemHref, listHref } from '../../../../components/medialists/list-href.ts';
import { readList } from '../../../../components/medialists/read-list.ts';
import type { ScreenProps } from '../../../../components/page/screen.ts';
import { useT } from '../../../../i18n/translate.ts';
import type { TrailStep } from '../../../../stores/trail.ts';
import { MediumSkeleton } from '../MediumSkeleton.tsx';
import type { ClassContext } from './use-class-context.ts';
import '../medium.css';
import { loadLater } from '../../../../ui/load-later.tsx';

const MediumProblem = loadLater(async () => (await import('../MediumProblem.tsx')).MediumProblem);

type Props = ScreenProps<'medialist-media-detail'> & {
  /** Renders the page of the medium. `search` contains the times to play, and `key` identifies the item. */
  children: (given: ClassContext, search: string, key: string) => ReactNode;
};

/** Shows a medium within a media list, with the task and the neighbouring items. If the item is a part of a medium, only that part is shown. */
export function InList({ params: { id, mediaId: identifier }, search, children }: Props) {
  const { t } = useT();
  const list = useQuery(readList(id));
  const itemId = new URLSearchParams(search).get('item');
  const media = (list.data?.contents ?? []).filter((item) => item.identifier !== null && item.item !== null);
  const named = media.findIndex((item) => item.id === itemId && item.identifier === identifier);
  const index = named >= 0 ? named : media.findIndex((item) => item.identifier === identifier);
  const item = media[index];
  const given: ClassContext = {
    title: t(list.data?.role === 'released' ? 'list.note.task' : 'list.item.noteLearner'),
    note: item?.note_learner ?? '',
    part: item?.kind === 'sequence' ? item.title : null,
    around: {
      address: listHref(id),
      title: list.data?.title ?? t('list.title'),
      before: step(id, media[index - 1]),
      after: index < 0 ? null : step(id, media[index + 1]),
    },
  };
  // A part is played from its start to its end.
  if (list.data)
    return children(given, item?.kind === 'sequence' ? `t=${item.start_s ?? 0}&e=${item.end_s ?? ''}` : search, item?.id ?? '');
  return (
    <div className="wrap medium">
      {list.error ? (
        <MediumProblem code={list.error.code} identifier={identifier} back={given.around} onRetry={() => void list.refetch()} />
      ) : (
        <MediumSkeleton />
      )}
    </div>
  );
}

const step = (listId: string, item: ListItem | undefined): TrailStep | null =>
  item?.identifier ? { identifier: item.identifier, title: item.title, href: itemHref(listId, item) } : null;
