import { isStudent } from '@fundus/contract/access';
import { excerpts as calls, MAX_EXCERPT_TITLE, type ExcerptEntry } from '@fundus/contract/catalogue/excerpts';
import { href } from '@fundus/contract/screens';
import { BookmarkX, EllipsisVertical, ListPlus, Scissors, SquarePen, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { Pages } from '../../components/lists/Pages.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import { mediaHref } from '../../components/media/media-context.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { mayCreateLists } from '../../components/medialists/may-list.ts';
import { mayShare } from '../../components/sharing/may-share.ts';
import { SharedLine } from '../../components/sharing/SharedLine.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { addExcerptToList } from '../../stores/add-to-list.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import '../../components/lists/shelf.css';
import '../../components/media/licence-badge.css';
import { loadLater } from '../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('../../components/sharing/ShareDialog.tsx')).ShareDialog);

const READS = { refreshes: [calls.listExcerpts, calls.excerpts] };
const SHOWS = ['own', 'bookmarked'] as const;

/** Lists the user's own excerpts, or bookmarked excerpts of other users. */
export function ExcerptsTab({ search, go }: Pick<ScreenProps<'library'>, 'search' | 'go'>) {
  const { t } = useT();
  const { user } = useSession();
  const show = SHOWS.find((each) => each === new URLSearchParams(search).get('show')) ?? SHOWS[0];
  const list = usePages(calls.listExcerpts, { show });
  return (
    <>
      <div className="shelf-head">
        <Segment
          label={t('library.excerpts.show')}
          value={show}
          options={SHOWS.map((value) => ({ value, label: t(`library.excerpts.${value}`) }))}
          onChange={(value) => go(href('library', { tab: 'excerpts' }, value === SHOWS[0] ? {} : { show: value }), { replace: true })}
        />
      </div>
      <Pages
        list={list}
        empty={
          <EmptyState icon={<Scissors />} title={t(`library.excerpts.${show}.empty`)}>
            <p>{t(show === 'own' && user && isStudent(user) ? 'library.excerpts.own.hint.pupil' : `library.excerpts.${show}.hint`)}</p>
          </EmptyState>
        }
      >
        {list.items.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </Pages>
    </>
  );
}

function Row({ entry }: { entry: ExcerptEntry }) {
  const { t, locale } = useT();
  const session = useSession();
  const { id, identifier, medium, title, own, gone } = entry;
  const [open, setOpen] = useState<'give' | 'rename' | null>(null);
  const remove = useCall(calls.removeExcerpt, READS);
  const mark = useCall(calls.bookmarkExcerpt, READS);
  const undo = useUndo(READS);
  const onError = ({ code }: { code: string }) => showSnackbar({ text: t(`error.${code}` as never), type: 'error' });
  const take = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => showSnackbar({ text: t('excerpts.removed', { title }), action: undo(calls.restoreExcerpt, { params: { id } }) }),
        onError,
      },
    );
  const unmark = () =>
    mark.mutate(
      { params: { id }, body: { bookmarked: false } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('excerpts.unmarked', { title }),
            action: undo(calls.bookmarkExcerpt, { params: { id }, body: { bookmarked: true } }),
          }),
        onError,
      },
    );
  const items: MenuItem[] = [];
  if (mayShare(session) && medium && !gone) items.push({ label: t('share.action'), icon: <Users />, onSelect: () => setOpen('give') });
  if (mayCreateLists(session) && medium && !gone)
    items.push({ label: t('list.add.action'), icon: <ListPlus />, onSelect: () => addExcerptToList(entry) });
  if (own) {
    items.push({ label: t('excerpts.rename'), icon: <SquarePen />, onSelect: () => setOpen('rename') });
    items.push({ label: t('excerpts.remove'), icon: <Trash2 />, onSelect: take });
  } else items.push({ label: t('excerpts.unmark'), icon: <BookmarkX />, onSelect: unmark });
  return (
    <SharedLine
      item={medium}
      title={entry.medium_title}
      excerpt={entry}
      to={mediaHref('media', identifier, id)}
      dim={gone}
      facts={[t('excerpts.made', { date: formatDate(entry.created_at, 'short', locale) })]}
      words=""
      actions={<Menu label={t('excerpts.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
    >
      {gone && <p className="state warn">{t('excerpts.gone.long')}</p>}
      {open === 'give' && medium && <ShareDialog media={[{ ...medium, excerpt: entry }]} onClose={() => setOpen(null)} />}
      {open === 'rename' && <RenameDialog entry={entry} onClose={() => setOpen(null)} />}
    </SharedLine>
  );
}

function RenameDialog({ entry: { id, title, start_s, end_s }, onClose }: { entry: ExcerptEntry; onClose: () => void }) {
  const { t } = useT();
  const [name, setName] = useState(title);
  const change = useCall(calls.changeExcerpt, READS);
  return (
    <ConfirmDialog
      title={t('excerpts.rename.title', { title })}
      action={t('app.save')}
      disabled={change.isPending || name.trim() === ''}
      onClose={onClose}
      onAction={() => change.mutate({ params: { id }, body: { title: name.trim(), start_s, end_s } }, { onSuccess: onClose })}
    >
      <TextField
        label={t('excerpts.title')}
        value={name}
        maxLength={MAX_EXCERPT_TITLE}
        error={change.error && t(`error.${change.error.code}`)}
        onChange={(event) => setName(event.target.value)}
      />
    </ConfirmDialog>
  );
}
