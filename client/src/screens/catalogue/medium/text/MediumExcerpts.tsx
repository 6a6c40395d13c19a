import { excerpts as calls, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  BookmarkX,
  ClipboardPlus,
  EllipsisVertical,
  Link2,
  Link2Off,
  ListPlus,
  Scissors,
  SquarePen,
  Trash2,
  Users,
} from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useCall } from '../../../../api/query.ts';
import { copyText } from '../../../../ui/copy-text.ts';
import { formatExcerptTimes } from '../../../../components/media/describe-excerpt.ts';
import { mayCreateLists } from '../../../../components/medialists/may-list.ts';
import { mayShare } from '../../../../components/sharing/may-share.ts';
import type { MediumToShare } from '../../../../components/sharing/shared.ts';
import { useUndo } from '../../../../stores/use-undo.ts';
import type { Chapter } from '../../../../player/controls/chapters.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { useT } from '../../../../i18n/translate.ts';
import { addExcerptToList } from '../../../../stores/add-to-list.ts';
import { startAssignment } from '../../../../stores/new-assignment.ts';
import { useSession } from '../../../../stores/session.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../../../ui/overlays/Menu.tsx';
import { EXCERPT_READS, readExcerpts } from './excerpt-reads.ts';
import './medium-excerpts.css';
import { loadLater } from '../../../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('../../../../components/sharing/ShareDialog.tsx')).ShareDialog);

type Props = {
  medium: MediumToShare;
  /** Excerpt named in the address: its share code, or the id of a received excerpt. */
  code: string | undefined;
  onPick: (chapter: Chapter) => void;
  /** Called once when the excerpt of a link was found. It does not start automatically. */
  onShared: (chapter: Chapter) => void;
  /** Opens the editor for a new or an existing excerpt. */
  onEdit: (excerpt: Excerpt | 'new') => void;
};

const asChapter = ({ start_s, end_s, title }: Excerpt): Chapter => ({ start: start_s, end: end_s, title });

/** Shows the user's excerpts of a film and the excerpt named in the address. */
export function MediumExcerpts({ medium, code, onPick, onShared, onEdit }: Props) {
  const { identifier } = medium;
  const [giving, setGiving] = useState<Excerpt | null>(null);
  const { t } = useT();
  const id = useId();
  const { data } = useQuery(readExcerpts(identifier, code));
  const shared = code ? data?.items.find((one) => one.share_code === code || one.id === code) : undefined;
  const shown = useRef(false);
  useEffect(() => {
    if (!shared || shared.gone || shown.current) return;
    shown.current = true;
    onShared(asChapter(shared));
  }, [shared, onShared]);
  if (!data || (data.items.length === 0 && !data.can.create)) return null;
  return (
    <section className="block-s" aria-labelledby={id}>
      <div className="excerpts-head">
        <h2 id={id}>{t(data.can.create ? 'excerpts.own' : 'player.excerpts')}</h2>
        {data.can.create && (
          <Button flush="phone" icon={<Scissors />} onClick={() => onEdit('new')}>
            {t('excerpts.add')}
          </Button>
        )}
      </div>
      {data.items.length === 0 ? (
        <p className="quiet small">{t('excerpts.none')}</p>
      ) : (
        <ul className="lines excerpts">
          {data.items.map((one) => (
            <Row
              key={one.id}
              identifier={identifier}
              excerpt={one}
              current={one === shared}
              onPick={() => onPick(asChapter(one))}
              onEdit={() => onEdit(one)}
              onGive={() => setGiving(one)}
              onTask={() => startAssignment(medium, one)}
            />
          ))}
        </ul>
      )}
      {giving && <ShareDialog media={[{ ...medium, excerpt: giving }]} onClose={() => setGiving(null)} />}
    </section>
  );
}

type RowProps = {
  identifier: string;
  excerpt: Excerpt;
  /** True if the address names this excerpt. */
  current: boolean;
  onPick: () => void;
  onEdit: () => void;
  onGive: () => void;
  onTask: () => void;
};

function Row({ identifier, excerpt, current, onPick, onEdit, onGive, onTask }: RowProps) {
  const { t } = useT();
  const session = useSession();
  const { id, title, own, bookmarked, gone, share_code } = excerpt;
  const share = useCall(calls.shareExcerpt, EXCERPT_READS);
  const remove = useCall(calls.removeExcerpt, EXCERPT_READS);
  const mark = useCall(calls.bookmarkExcerpt, EXCERPT_READS);
  const undo = useUndo(EXCERPT_READS);
  const link = (shared: boolean): void =>
    share.mutate(
      { params: { id }, body: { shared } },
      {
        onSuccess: async ({ share_code: fresh }) => {
          if (!fresh) return showSnackbar({ text: t('excerpts.unshared') });
          const copied = await copyText(new URL(href('media', { id: identifier }, { excerpt: fresh }), location.origin).href);
          showSnackbar({ text: t(copied ? 'excerpts.shared' : 'media.share.failed'), type: copied ? 'success' : 'error' });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  const take = (): void =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('excerpts.removed', { title }),
            action: undo(calls.restoreExcerpt, { params: { id } }),
          }),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  const setMark = (wanted: boolean): void => {
    const args = (to: boolean) => ({ params: { id }, body: { bookmarked: to } });
    mark.mutate(args(wanted), {
      onSuccess: () =>
        showSnackbar({
          text: t(wanted ? 'excerpts.marked' : 'excerpts.unmarked', { title }),
          action: undo(calls.bookmarkExcerpt, args(!wanted)),
        }),
      onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
    });
  };
  const items: MenuItem[] = [
    ...(mayShare(session) && !gone && !(share_code && !own)
      ? [{ label: t('assignment.give'), icon: <ClipboardPlus />, onSelect: onTask }]
      : []),
    ...(mayShare(session) && !gone && !(share_code && !own) ? [{ label: t('share.action'), icon: <Users />, onSelect: onGive }] : []),
    ...(mayCreateLists(session) && !gone && !(share_code && !own)
      ? [{ label: t('list.add.action'), icon: <ListPlus />, onSelect: () => addExcerptToList(excerpt) }]
      : []),
    ...(own
      ? [
          { label: t('excerpts.share'), icon: <Link2 />, onSelect: () => link(true) },
          ...(share_code ? [{ label: t('excerpts.unshare'), icon: <Link2Off />, onSelect: () => link(false) }] : []),
          { label: t('excerpts.change'), icon: <SquarePen />, onSelect: onEdit },
          { label: t('excerpts.remove'), icon: <Trash2 />, onSelect: take },
        ]
      : session.user !== false && share_code === null
        ? [
            {
              label: t(bookmarked ? 'excerpts.unmark' : 'excerpts.mark'),
              icon: bookmarked ? <BookmarkX /> : <Bookmark />,
              onSelect: () => setMark(!bookmarked),
            },
          ]
        : []),
  ];
  return (
    <li>
      <button type="button" className="excerpt-play" aria-current={current || undefined} disabled={gone} onClick={onPick}>
        <span>{title}</span>{' '}
        <span className="small-print num">
          {joinFacts([formatExcerptTimes(excerpt), own && share_code ? t('excerpts.isShared') : '', gone ? t('excerpts.gone') : ''])}
        </span>
      </button>
      {items.length > 0 && <Menu label={t('excerpts.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
    </li>
  );
}
