import type { LinkedItem } from '@fundus/contract/medialists/links';
import { ChevronLeft, ChevronRight, Expand, MonitorOff, NotebookPen, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { openModal } from '../../../ui/overlays/modal-stack.ts';
import { LoadedPanel, missingOf } from './LoadedPanel.tsx';
import { PresentedItem } from './PresentedItem.tsx';
import { listPresentable, type Source } from './shown.ts';
import { useLoadAhead } from './use-load-ahead.ts';
import { useOnline } from './use-online.ts';
import { usePresenterChannel } from './use-presenter-channel.ts';
import { useSteps } from './use-steps.ts';
import './presentation.css';

type Props = {
  title: string;
  items: readonly LinkedItem[];
  source: Source;
  /** ID of the list, which names the channel to the presenter window. */
  about: string;
  /** URL of the presenter window, or `null` if the viewer has no access to the notes. */
  notesHref: string | null;
  startId: string | null;
  onClose: () => void;
};

/** Presents a list in full screen, one item at a time (docs/behaviour/medialists.md#presentation). */
export function Presentation({ title, items, source, about, notesHref, startId, onClose }: Props) {
  const { t } = useT();
  // Concurrent changes by other users do not affect a running presentation.
  const [shown] = useState(() => listPresentable(items, startId));
  const first = shown.findIndex(({ id }) => id === startId);
  const { at, black, step, keep } = useSteps(shown.length, Math.max(0, first));
  const dialog = useRef<HTMLDialogElement>(null);
  const wall = useRef<HTMLDivElement>(null);
  const ahead = useLoadAhead(source, shown);
  const online = useOnline();
  const item = shown[at];
  usePresenterChannel(about, item ? { itemId: item.id, black } : null, step);
  useFullScreenDialog(dialog, wall);

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

/** Opens the dialog in full screen if possible. Restores the focus when it closes. */
function useFullScreenDialog(dialog: RefObject<HTMLDialogElement | null>, wall: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const close = openModal(dialog.current!);
    void wall.current!.requestFullscreen?.().catch(() => undefined);
    wall.current!.focus();
    return () => {
      // Some browsers lose the focus when they leave full screen.
      const giveBack = () => opener instanceof HTMLElement && opener.focus();
      const left = document.fullscreenElement ? document.exitFullscreen().catch(() => undefined) : null;
      close();
      giveBack();
      void left?.then(() => document.activeElement === document.body && giveBack());
    };
  }, [dialog, wall]);
}
