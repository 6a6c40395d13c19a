import type { LinkedItem } from '@fundus/contract/medialists/links';
import { ChevronLeft, ChevronRight, Expand, MonitorOff, NotebookPen, X } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import type { Playback } from '../../../player/playback/playback.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { openModal } from '../../../ui/overlays/modal-stack.ts';
import { openChannel, type Channel } from './channel.ts';
import { LoadedPanel, missingOf } from './LoadedPanel.tsx';
import { PresentedItem } from './PresentedItem.tsx';
import { presentable, type Source } from './shown.ts';
import { stepOf, actionOf, type Step } from './steps.ts';
import { useLoadAhead } from './use-load-ahead.ts';
import { useOnline } from './use-online.ts';
import './presentation.css';

type Props = {
  title: string;
  items: readonly LinkedItem[];
  source: Source;
  /** Id of the list, for the channel to the presenter window. */
  about: string;
  /** Address of the presenter window; `null` without notes. */
  notesHref: string | null;
  startId: string | null;
  onClose: () => void;
};

/** Shows a list in full screen, one item at a time (docs/behaviour/medialists.md#presentation). */
export function Presentation({ title, items, source, about, notesHref, startId, onClose }: Props) {
  const { t } = useT();
  // Concurrent changes of other users do not affect a running presentation.
  const [shown] = useState(() => presentable(items, startId));
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      shown.findIndex(({ id }) => id === startId),
    ),
  );
  const [black, setBlack] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const wall = useRef<HTMLDivElement>(null);
  const playback = useRef<Playback | null>(null);
  const ahead = useLoadAhead(source, shown);
  const online = useOnline();
  const item = shown[at];
  const keep = useCallback((fresh: Playback | null) => void (playback.current = fresh), []);

  useLayoutEffect(() => {
    const opener = document.activeElement;
    const close = openModal(dialog.current!);
    void wall.current!.requestFullscreen?.().catch(() => undefined);
    wall.current!.focus();
    return () => {
      // Restores the focus, which some browsers lose when leaving full screen.
      const giveBack = () => opener instanceof HTMLElement && opener.focus();
      const left = document.fullscreenElement ? document.exitFullscreen().catch(() => undefined) : null;
      close();
      giveBack();
      void left?.then(() => document.activeElement === document.body && giveBack());
    };
  }, []);

  const step = useCallback(
    (wanted: Step): void => {
      const act = actionOf(wanted, filmOf(playback.current));
      if (act === 'toggle') return playback.current?.toggle();
      if (act === 'black') {
        playback.current?.pause();
        return setBlack((before) => !before);
      }
      setBlack(false);
      const last = shown.length - 1;
      setAt((before) => ({ next: Math.min(last, before + 1), previous: Math.max(0, before - 1), first: 0, last })[act]);
    },
    [shown],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = stepOf(event);
      if (!wanted) return;
      // Handled before the player receives the keys.
      event.preventDefault();
      event.stopPropagation();
      step(wanted);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [step]);

  const channel = useRef<Channel | null>(null);
  const standing = item ? { itemId: item.id, black } : null;
  const latest = useRef(standing);
  useEffect(() => {
    latest.current = standing;
    channel.current?.post({ standing });
  });
  useEffect(() => {
    const opened = openChannel(about, (message) => {
      if (!('wish' in message)) return;
      if (message.wish === 'report') opened.post({ standing: latest.current });
      else step(message.wish);
    });
    channel.current = opened;
    opened.post({ standing: latest.current });
    return () => {
      opened.post({ standing: null });
      opened.close();
      channel.current = null;
    };
  }, [about, step]);

  if (!item) return null;
  const missing = missingOf(shown, ahead);
  const medium = item.identifier === null ? undefined : ahead.mediumOf(item.identifier);
  return (
    <dialog
      ref={dialog}
      className="present"
      aria-label={t('list.present.title', { title })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div ref={wall} className="present-wall" tabIndex={-1}>
        {!online && (
          <p className="present-offline" role="status">
            {missing.length === 0
              ? t('list.present.offline.all')
              : t('list.present.offline', { titles: missing.map((one) => one.title).join(', ') })}
          </p>
        )}
        <div className="present-stage" data-black={black || undefined} aria-live="polite">
          <PresentedItem key={item.id} item={item} medium={medium} loading={ahead.loading.get(item.identifier ?? '')} onPlayback={keep} />
        </div>
        <div className="present-bar">
          <IconButton label={t('list.present.previous')} icon={<ChevronLeft />} disabled={at === 0} onClick={() => step('previous')} />
          <span className="num" role="status">
            {t('list.present.at', { at: at + 1, count: shown.length })}
          </span>
          <IconButton
            label={t('list.present.next')}
            icon={<ChevronRight />}
            disabled={at === shown.length - 1}
            onClick={() => step('next')}
          />
          <span className="present-title">{item.title || title}</span>
          <LoadedPanel items={shown} ahead={ahead} />
          {notesHref && (
            <Button icon={<NotebookPen />} onClick={() => void window.open(notesHref, `notes-${about}`, 'popup,width=560,height=820')}>
              {t('list.present.notes')}
            </Button>
          )}
          <IconButton label={t('list.present.black')} icon={<MonitorOff />} pressed={black} onClick={() => step('black')} />
          {document.fullscreenEnabled && (
            <IconButton label={t('list.present.full')} icon={<Expand />} onClick={() => toggleFull(wall.current)} />
          )}
          <Button icon={<X />} onClick={onClose}>
            {t('list.present.close')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function toggleFull(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen().catch(() => undefined);
}

function filmOf(playback: Playback | null): 'waits' | 'plays' | 'rests' | 'over' | null {
  if (!playback) return null;
  const { begun, playing, ended } = playback.get();
  if (playing) return 'plays';
  if (ended) return 'over';
  return begun ? 'rests' : 'waits';
}
