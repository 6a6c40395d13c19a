import { library } from '@fundus/contract/library/library';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { useSession } from '../../../stores/session.ts';

/** Reports of an opened medium. `counted` is true once the portal has recorded that the medium was opened. */
type Opening = { counted: boolean; opened: () => void; reached: (position: number) => void };

/**
 * Reports that the medium was opened: when it is `shown`, when its link is followed, and with each saved position. This counts as a use and allows a
 * review (docs/behaviour/uses.md#what-counts). Failures are ignored. Returns `null` for guests.
 */
export function useOpened(identifier: string, shown: boolean): Opening | null {
  const { user } = useSession();
  const client = useQueryClient();
  const noted = useRef(false);
  const [counted, setCounted] = useState(false);
  const report = useCallback(
    (call: Promise<unknown>) => {
      const first = !noted.current;
      noted.current = true;
      const done = () => {
        void client.invalidateQueries({ queryKey: keyOf(library.history), refetchType: 'none' });
        if (first) setCounted(true);
      };
      call.then(done, () => (noted.current &&= !first));
    },
    [client],
  );
  const opened = useCallback(() => {
    if (!noted.current) report(call(library.openMedium, { params: { mediaId: identifier } }));
  }, [report, identifier]);
  const reached = (position: number) => report(call(library.savePosition, { params: { mediaId: identifier }, body: { position } }));
  useEffect(() => {
    if (user && shown) opened();
  }, [user, shown, opened]);
  return user ? { counted, opened, reached } : null;
}
