import { excerpts as calls, LONGEST_EXCERPT_TITLE, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Link2, Link2Off, Scissors, SquarePen, Trash2 } from 'lucide-react';
import type { MessageKey } from '@fundus/contract/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useCheckedFields } from '../../../components/forms/use-fields.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import type { Chapter } from '../../../player/controls/chapters.ts';
import type { Playback } from '../../../player/playback/playback.ts';
import { parseTime } from '../../../player/playback/time.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { formatDuration } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import '../../../ui/field.css';
import './medium-excerpts.css';

type Props = {
  identifier: string;
  playback: Playback;
  /** What the address named: the excerpt of a link. */
  code: string | undefined;
  onPick: (chapter: Chapter) => void;
  /** An excerpt of a link was found: it is shown, and nothing plays by itself. */
  onShared: (chapter: Chapter) => void;
};

const READS = { refreshes: [calls.excerpts] };
const asChapter = ({ start_s, end_s, title }: Excerpt): Chapter => ({ start: start_s, end: end_s, title });

/** The person's own excerpts of a film, and the one a link leads to. */
export function MediumExcerpts({ identifier, playback, code, onPick, onShared }: Props) {
  const { t } = useT();
  const id = useId();
  const { data } = useQuery({
    ...query(calls.excerpts, { params: { identifier }, query: code ? { code } : {} }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const [editing, setEditing] = useState<Excerpt | 'new' | null>(null);
  const shared = code ? data?.items.find((one) => one.share_code === code) : undefined;
  const shown = useRef(false);
  useEffect(() => {
    if (!shared || shown.current) return;
    shown.current = true;
    onShared(asChapter(shared));
  }, [shared, onShared]);
  if (!data || (data.items.length === 0 && !data.can.create)) return null;
  return (
    <section className="block-s" aria-labelledby={id}>
      <div className="excerpts-head">
        <h2 id={id}>{t(data.can.create ? 'excerpts.own' : 'player.excerpts')}</h2>
        {data.can.create && (
          <Button icon={<Scissors />} onClick={() => setEditing('new')}>
            {t('excerpts.add')}
          </Button>
        )}
      </div>
      {data.items.length === 0 ? (
        <p className="quiet small">{t('excerpts.none')}</p>
      ) : (
        <ul className="lines excerpts">
          {data.items.map((one) => (
            <Row key={one.id} identifier={identifier} excerpt={one} onPick={() => onPick(asChapter(one))} onEdit={() => setEditing(one)} />
          ))}
        </ul>
      )}
      {editing && (
        <ExcerptDialog
          identifier={identifier}
          playback={playback}
          excerpt={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

function Row({ identifier, excerpt, onPick, onEdit }: { identifier: string; excerpt: Excerpt; onPick: () => void; onEdit: () => void }) {
  const { t } = useT();
  const { id, start_s, end_s, title, own, share_code } = excerpt;
  const share = useCall(calls.shareExcerpt, READS);
  const remove = useCall(calls.removeExcerpt, READS);
  const undo = useUndo(READS);
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
            action: undo(calls.addExcerpt, { params: { identifier }, body: { start_s, end_s, title } }),
          }),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  const items: MenuItem[] = [
    { label: t('excerpts.share'), icon: <Link2 />, onSelect: () => link(true) },
    ...(share_code ? [{ label: t('excerpts.unshare'), icon: <Link2Off />, onSelect: () => link(false) }] : []),
    { label: t('excerpts.change'), icon: <SquarePen />, onSelect: onEdit },
    { label: t('excerpts.remove'), icon: <Trash2 />, onSelect: take },
  ];
  return (
    <li>
      <button type="button" className="excerpt-play" onClick={onPick}>
        <span>{title}</span>{' '}
        <span className="small-print num">
          {[`${formatDuration(start_s)}–${formatDuration(end_s)}`, own && share_code ? t('excerpts.isShared') : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
      {own && <Menu label={t('excerpts.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
    </li>
  );
}

type DialogProps = { identifier: string; playback: Playback; excerpt: Excerpt | null; onClose: () => void };

const WRONG: Record<string, MessageKey> = { title: 'edit.required', start: 'excerpts.time.wrong', end: 'excerpts.end.wrong' };

/** Beginning and end may be taken from where the film stands. */
function ExcerptDialog({ identifier, playback, excerpt, onClose }: DialogProps) {
  const { t } = useT();
  const now = Math.floor(playback.get().time);
  // Behind the dialog nobody watches, and the time it names stays the one that is shown.
  useEffect(() => playback.pause(), [playback]);
  const { values, set, report, text } = useCheckedFields(
    {
      title: excerpt?.title ?? '',
      start: formatDuration(excerpt?.start_s ?? now),
      end: excerpt ? formatDuration(excerpt.end_s) : '',
    },
    { words: (field) => t(WRONG[field] ?? 'edit.wrong') },
  );
  const add = useCall(calls.addExcerpt, READS);
  const change = useCall(calls.changeExcerpt, READS);
  const { error } = excerpt ? change : add;
  const save = (): void => {
    const title = values.title.trim();
    const start_s = parseTime(values.start);
    const end_s = parseTime(values.end);
    const { duration } = playback.get();
    if (!title) return report({ title: 'required' });
    if (start_s === null) return report({ start: 'wrong' });
    if (end_s === null || end_s <= start_s || (duration > 0 && end_s > duration + 1)) return report({ end: 'wrong' });
    const body = { start_s, end_s, title };
    const done = { onSuccess: onClose };
    if (excerpt) change.mutate({ params: { id: excerpt.id }, body }, done);
    else add.mutate({ params: { identifier }, body }, done);
  };
  const here = (name: 'start' | 'end') => (
    <button
      type="button"
      className="link-button"
      aria-label={`${t(`edit.chapter.${name}`)}: ${t('excerpts.here', { time: formatDuration(now) })}`}
      onClick={() => set({ [name]: formatDuration(playback.get().time) })}
    >
      {t('excerpts.here', { time: formatDuration(now) })}
    </button>
  );
  return (
    <FormDialog
      title={t(excerpt ? 'excerpts.change' : 'excerpts.add')}
      action={t('app.save')}
      disabled={add.isPending || change.isPending}
      problem={error && t(`error.${error.code}`)}
      onSend={save}
      onClose={onClose}
    >
      <TextField label={t('excerpts.title')} maxLength={LONGEST_EXCERPT_TITLE} {...text('title')} />
      <TextField label={t('edit.chapter.start')} aside={here('start')} {...text('start')} />
      <TextField
        label={t('edit.chapter.end')}
        placeholder={formatDuration(playback.get().duration || 150)}
        aside={here('end')}
        {...text('end')}
      />
    </FormDialog>
  );
}
