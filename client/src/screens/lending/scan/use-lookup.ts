/** Looks up a code and opens the page of the device, borrower or order. */
import { AppError } from '@fundus/contract/errors';
import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import type { Go } from '../../../components/page/screen.ts';
import { useSession } from '../../../stores/session.ts';
import { borrowerHref, deviceHref } from '../parts/desk-href.ts';
import { deskOf } from './desk-queue.ts';
import { playTone } from './scan-tones.ts';
import type { ScanMode, ScanQueue } from './scan-queue.ts';

type Props = {
  point: string;
  /** URL of the current page. */
  here: string;
  queue: ScanQueue;
  go: Go;
  mode: ScanMode;
  /** Called with the code of a scanned device, except in lookup mode. */
  onDevice: (code: string) => void;
  /** Called with the order of a scanned number. Returns whether the order belongs to the borrower whose page is open. */
  onOrder?: (order: { id: string; borrower_id: string | null }) => boolean;
  /** Called with a code that was scanned during a lookup. */
  onDeferred: (code: string) => void;
};

/** Returns `look`, which looks up a code, and `holds`, which defers codes scanned during a lookup to the page that the lookup opens. */
export function useLookup({ point, here, queue, go, mode, onDevice, onOrder, onDeferred }: Props) {
  const { user } = useSession();
  const { deferred } = deskOf(point, user ? user.id : '');
  const looking = useRef(false);
  const latest = useRef(onDeferred);
  useEffect(() => {
    latest.current = onDeferred;
  });
  const drain = () => {
    for (const code of deferred.codes.splice(0)) latest.current(code);
  };
  useEffect(() => {
    // Processes codes scanned during the lookup that opened this page. Codes meant for another page are rejected.
    const isHere = deferred.page.startsWith(here);
    for (const code of deferred.codes.splice(0))
      if (isHere) latest.current(code);
      else queue.refuse({ mode: 'look', code, error: new AppError('state_conflict', { details: { reason: 'scan_again' } }) });
  }, [deferred, here, queue]);
  const look = async (code: string): Promise<void> => {
    looking.current = true;
    let left = false;
    const leave = (to: string) => {
      // Scanning the card of the current borrower keeps the page open.
      left = !to.startsWith(here);
      deferred.page = to;
      playTone('good');
      go(to);
    };
    try {
      const found = await call(lendingBorrower.identifyScan, { body: { point, code } });
      if (found.kind === 'borrower') leave(borrowerHref(found.id, point));
      else if (found.kind === 'device') {
        if (mode === 'look') leave(deviceHref(found.id));
        else onDevice(code);
      } else if (onOrder?.(found)) playTone('good');
      else if (found.borrower_id) leave(borrowerHref(found.borrower_id, point, found.id));
      else queue.refuse({ mode, code, error: new AppError('state_conflict', { details: { reason: 'order_forgotten' } }) });
    } catch (problem) {
      queue.refuse({ mode, code, error: problem as AppError });
    }
    looking.current = false;
    // If the page stays open, it processes the deferred codes. Otherwise the next page processes them.
    if (!left) drain();
  };
  return {
    look: (code: string): void => void look(code),
    /** Defers a code while a lookup is pending. Returns whether the code was deferred. */
    holds(code: string): boolean {
      if (looking.current) deferred.codes.push(code);
      return looking.current;
    },
  };
}
