import { excerpts as calls, LONGEST_EXCERPT_TITLE, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Link2, Link2Off, Scissors, SquarePen, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useProblems } from '../../../components/forms/use-problems.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import type { Chapter } from '../../../player/controls/chapters.ts';
import type { Playback } from '../../../player/playback/playback.ts';
import { parseTime } from '../../../player/playback/time.ts';
import { AskDialog } from '../../../components/forms/AskDialog.tsx';
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

/** Beginning and end may be taken from where the film stands. */
function ExcerptDialog({ identifier, playback, excerpt, onClose }: DialogProps) {
  const { t } = useT();
  const form = useId();
  const now = Math.floor(playback.get().time);
  const [start, setStart] = useState(formatDuration(excerpt?.start_s ?? now));
  const [end, setEnd] = useState(excerpt ? formatDuration(excerpt.end_s) : '');
  const [title, setTitle] = useState(excerpt?.title ?? '');
  const [problems, setProblems] = useProblems(form);
  const add = useCall(calls.addExcerpt, READS);
  const change = useCall(calls.changeExcerpt, READS);
  const { error } = excerpt ? change : add;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const start_s = parseTime(start);
    const end_s = parseTime(end);
    const { duration } = playback.get();
    const bad = !title.trim()
      ? 'title'
      : start_s === null
        ? 'start'
        : end_s === null || end_s <= start_s || (duration > 0 && end_s > duration + 1)
          ? 'end'
          : null;
    setProblems(bad ? { [bad]: 'wrong' } : {});
    if (bad || start_s === null || end_s === null) return;
    const body = { start_s, end_s, title: title.trim() };
    const done = { onSuccess: onClose };
    if (excerpt) change.mutate({ params: { id: excerpt.id }, body }, done);
    else add.mutate({ params: { identifier }, body }, done);
  };
  const here = (set: (text: string) => void) => (
    <button type="button" className="link-button" onClick={() => set(formatDuration(playback.get().time))}>
      {t('excerpts.here', { time: formatDuration(now) })}
    </button>
  );
  return (
    <AskDialog
      title={t(excerpt ? 'excerpts.change' : 'excerpts.add')}
      action={t('app.save')}
      disabled={add.isPending || change.isPending}
      onClose={onClose}
      form={form}
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          label={t('excerpts.title')}
          value={title}
          maxLength={LONGEST_EXCERPT_TITLE}
          error={problems.title ? t('edit.required') : null}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label={t('edit.chapter.start')}
          value={start}
          aside={here(setStart)}
          error={problems.start ? t('excerpts.time.wrong') : null}
          onChange={(event) => setStart(event.target.value)}
        />
        <TextField
          label={t('edit.chapter.end')}
          value={end}
          placeholder="2:30"
          aside={here(setEnd)}
          error={problems.end ? t('excerpts.end.wrong') : null}
          onChange={(event) => setEnd(event.target.value)}
        />
        {error && (
          <p className="field-error" role="alert">
            {t(`error.${error.code}`)}
          </p>
        )}
      </form>
    </AskDialog>
  );
}
