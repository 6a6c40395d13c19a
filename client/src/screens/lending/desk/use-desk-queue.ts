import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOf } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { deskOf } from '../scan/desk-queue.ts';
import type { Scan, ScanQueue } from '../scan/scan-queue.ts';
import { playTone } from '../scan/scan-tones.ts';
import { describeScan } from './scan-words.ts';

/** Returns the scan queue of a lending point. Each result plays a tone and refreshes the lists of the desk. */
export function useDeskQueue(point: string, onAnswer: (scan: Scan) => void): ScanQueue {
  const { t, locale } = useT();
  const { user } = useSession();
  const client = useQueryClient();
  const latest = useRef({ t, locale, onAnswer });
  useEffect(() => {
    latest.current = { t, locale, onAnswer };
  });
  const desk = deskOf(point, user ? user.id : '');
  const { queue, listeners } = desk;
  useEffect(() => {
    const handleResult = (scan: Scan): void => {
      const { tone } = describeScan(latest.current.t, scan, latest.current.locale);
      if (tone) playTone(tone);
      latest.current.onAnswer(scan);
      if (scan.state !== 'stored') for (const read of DESK_READS) void client.invalidateQueries({ queryKey: keyOf(read) });
    };
    listeners.add(handleResult);
    queue.work();
    window.addEventListener('online', queue.work);
    return () => {
      listeners.delete(handleResult);
      window.removeEventListener('online', queue.work);
    };
  }, [queue, listeners, client]);
  return queue;
}
