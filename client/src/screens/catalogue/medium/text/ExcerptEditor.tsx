import { excerpts as calls, MAX_EXCERPT_TITLE, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import type { MessageKey } from '@fundus/contract/messages';
import { Play, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useCall } from '../../../../api/query.ts';
import { useCheckedFields } from '../../../../components/forms/use-fields.ts';
import type { MediumToShare } from '../../../../components/sharing/shared.ts';
import { formatDuration } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import type { Cue } from '../../../../player/captions/webvtt.ts';
import type { Chapter } from '../../../../player/controls/chapters.ts';
import { ExcerptBar, MIN_EXCERPT_SECONDS } from '../../../../player/controls/ExcerptBar.tsx';
import { usePlayback, type Playback } from '../../../../player/playback/playback.ts';
import { parseTime } from '../../../../i18n/parse-time.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { TextField } from '../../../../ui/fields/Field.tsx';
import { EXCERPT_READS } from './excerpt-reads.ts';
import { createExcerptTimes, moveExcerptTime } from './excerpt-times.ts';
import { ExcerptActions } from './ExcerptActions.tsx';
import { suggestTitle } from './suggest-title.ts';
import '../../../../ui/fields/field.css';
import '../side/medium-side.css';
import './medium-excerpts.css';
import '../medium.css';
import { loadLater } from '../../../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('../../../../components/sharing/ShareDialog.tsx')).ShareDialog);

type Props = {
  medium: MediumToShare;
  playback: Playback;
  /** Duration in seconds, used until the player reports it. */
  length: number | null;
  chapters: readonly Chapter[];
  /** Captions, used to suggest a title. */
  cues: readonly Cue[];
  /** Excerpt to change, or `null` for a new one. */
  excerpt: Excerpt | null;
  /** Called with the times to show on the bar of the player while the excerpt is edited. */
  onTimes: (times: { start: number; end: number }) => void;
  onPreview: (times: { start: number; end: number }) => void;
  onClose: () => void;
};

const WRONG: Record<string, MessageKey> = { title: 'edit.required', start: 'excerpts.time.wrong', end: 'excerpts.end.wrong' };

/** Shows the editor of an excerpt next to the film: two handles, buttons that take the current position, a preview, and the title. */
export function ExcerptEditor({ medium, playback, length, chapters, cues, excerpt, onTimes, onPreview, onClose }: Props) {
  const { t } = useT();
  const id = useId();
  const duration = Math.floor(usePlayback(playback, (state) => state.duration) || length || 0);
  const { values, set, report, text } = useCheckedFields<{ title: string | null; start: string; end: string }>(
    () => {
      const { start, end } = excerpt ? { start: excerpt.start_s, end: excerpt.end_s } : createExcerptTimes(playback.get().time, duration);
      return { title: excerpt?.title ?? null, start: formatDuration(start), end: formatDuration(end) };
    },
    { words: (field) => t(WRONG[field] ?? 'edit.wrong') },
  );
  const start = parseTime(values.start) ?? 0;
  const end = parseTime(values.end) ?? start + MIN_EXCERPT_SECONDS;
  const times = `${formatDuration(start)}–${formatDuration(end)}`;
  const title = values.title ?? (suggestTitle({ start, end }, chapters, cues) || t('excerpts.untitled', { times }));

  const latest = useRef(onTimes);
  useEffect(() => {
    latest.current = onTimes;
  });
  useEffect(() => latest.current({ start, end }), [start, end]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  const { store, pending, error } = useStoreExcerpt(medium.identifier, excerpt);
  /** Saved excerpt that the user is sharing. */
  const [given, setGiven] = useState<Excerpt | null>(null);

  /** Changes the time of a handle and seeks to it. */
  const move = (name: 'start' | 'end', seconds: number): void => {
    set({ [name]: formatDuration(seconds) });
    playback.pause();
    playback.seek(seconds);
  };
  const takeHere = (name: 'start' | 'end'): void => {
    const next = moveExcerptTime(name, playback.get().time, { start, end }, duration || Infinity);
    set(Object.fromEntries(Object.entries(next).map(([field, seconds]) => [field, formatDuration(seconds)])));
  };
  const save = (done: (saved: Excerpt) => void): void => {
    const [start_s, end_s] = [parseTime(values.start), parseTime(values.end)];
    if (!title.trim()) return report({ title: 'required' });
    if (start_s === null) return report({ start: 'wrong' });
    if (end_s === null || end_s <= start_s || (duration > 0 && end_s > duration + MIN_EXCERPT_SECONDS)) return report({ end: 'wrong' });
    store({ start_s, end_s, title: title.trim() }, done);
  };
  const finish = (saved: Excerpt): void => {
    showSnackbar({ text: t('excerpts.saved', { title: saved.title }), type: 'success' });
    onClose();
  };

  return (
    <section className="medium-panel excerpt-editor" aria-labelledby={`${id}-title`}>
      <form
        className="panel excerpt-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(finish);
        }}
      >
        <div className="excerpts-head">
          <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
            {t(excerpt ? 'excerpts.change' : 'excerpts.add')}
          </h2>
          <IconButton label={t('app.cancel')} icon={<X />} onClick={onClose} />
        </div>
        {error && <FormProblem>{t(`error.${error.code}`)}</FormProblem>}
        {duration > 0 && (
          <ExcerptBar
            playback={playback}
            duration={duration}
            start={start}
            end={end}
            onStart={(seconds) => move('start', seconds)}
            onEnd={(seconds) => move('end', seconds)}
          />
        )}
        <div className="excerpt-times">
          {(['start', 'end'] as const).map((name) => (
            <div key={name}>
              <TextField label={t(`edit.chapter.${name}`)} inputMode="numeric" autoComplete="off" {...text(name)} />
              <Button variant="line" wide onClick={() => takeHere(name)}>
                {t(`excerpts.${name}.here`)}
              </Button>
            </div>
          ))}
        </div>
        <Button icon={<Play />} disabled={end <= start} onClick={() => onPreview({ start, end })}>
          {t('excerpts.preview')}
        </Button>
        <TextField label={t('excerpts.title')} maxLength={MAX_EXCERPT_TITLE} {...text('title' as never)} value={title} />
        <ExcerptActions medium={medium} pending={pending} onSave={save} onShare={setGiven} onClose={onClose} />
      </form>
      {given && <ShareDialog media={[{ ...medium, excerpt: given }]} onClose={onClose} />}
    </section>
  );
}

/** Returns a function that creates a new excerpt or saves a changed one. */
function useStoreExcerpt(identifier: string, excerpt: Excerpt | null) {
  const add = useCall(calls.addExcerpt, EXCERPT_READS);
  const change = useCall(calls.changeExcerpt, EXCERPT_READS);
  const store = (body: Pick<Excerpt, 'start_s' | 'end_s' | 'title'>, done: (saved: Excerpt) => void): void => {
    const onSuccess = (saved: Excerpt): void => done(saved);
    if (excerpt) change.mutate({ params: { id: excerpt.id }, body }, { onSuccess });
    else add.mutate({ params: { identifier }, body }, { onSuccess });
  };
  return { store, pending: add.isPending || change.isPending, error: excerpt ? change.error : add.error };
}
