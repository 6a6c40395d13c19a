import type { LinkedItem } from '@fundus/contract/medialists/links';
import { ChevronLeft, ChevronRight, MonitorOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { formatDuration } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { openModal } from '../../../ui/overlays/modal-stack.ts';
import { openChannel, type Channel, type ShownState } from './channel.ts';
import { listPresentable } from './shown.ts';
import './presentation.css';

type Props = { title: string; items: readonly LinkedItem[]; about: string };

/** Presenter window with the current item, its notes and the next item. */
export function NotesWindow({ title, items, about }: Props) {
  const { t, locale } = useT();
  const [standing, setStanding] = useState<ShownState>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const channel = useRef<Channel | null>(null);
  const now = useNow();
  useLayoutEffect(() => openModal(dialog.current!), []);
  useEffect(() => {
    const opened = openChannel(about, (message) => {
      if ('standing' in message) setStanding(message.standing);
    });
    channel.current = opened;
    opened.post({ wish: 'report' });
    return () => opened.close();
  }, [about]);
  const sendCommand = (wish: 'next' | 'previous' | 'black') => channel.current?.post({ wish });
  const shown = listPresentable(items, standing?.itemId ?? null);
  const at = shown.findIndex(({ id }) => id === standing?.itemId);
  const item = shown[at];
  const next = item && shown[at + 1];
  return (
    <dialog
      ref={dialog}
      className="present present-notes"
      aria-label={t('list.present.notes.title', { title })}
      onCancel={(event) => {
        event.preventDefault();
        window.close();
      }}
    >
      <header>
        <PageHeading title={`${t('list.present.notes')} · ${title}`}>{title}</PageHeading>
        <p className="num present-clock">{new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(now)}</p>
      </header>
      {item ? (
        <>
          <section aria-live="polite">
            <p className="small-print">
              {t('list.present.at', { at: at + 1, count: shown.length })}
              {item.duration !== null && ` · ${formatDuration(item.duration)}`}
              {standing?.black && ` · ${t('list.present.isBlack')}`}
            </p>
            <h2>{item.title || item.body}</h2>
            {item.note_teacher ? <p className="present-note">{item.note_teacher}</p> : <p className="quiet">{t('list.present.noNote')}</p>}
            {item.note_learner && (
              <p>
                <strong>{t('list.note.task')}</strong> {item.note_learner}
              </p>
            )}
          </section>
          <p className="present-next">
            <span className="small-print">{t('list.present.comes')}</span>
            {next ? next.title || next.body : t('list.present.end')}
          </p>
        </>
      ) : (
        <p className="quiet">{t('list.present.notOpen')}</p>
      )}
      <footer>
        <Button variant="line" icon={<ChevronLeft />} disabled={!item || at === 0} onClick={() => sendCommand('previous')}>
          {t('list.present.previous')}
        </Button>
        <Button variant="primary" icon={<ChevronRight />} disabled={!next} onClick={() => sendCommand('next')}>
          {t('list.present.next')}
        </Button>
        <Button icon={<MonitorOff />} disabled={!item} aria-pressed={standing?.black ?? false} onClick={() => sendCommand('black')}>
          {t('list.present.black')}
        </Button>
      </footer>
    </dialog>
  );
}

/** Returns the current time, updated every ten seconds. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
