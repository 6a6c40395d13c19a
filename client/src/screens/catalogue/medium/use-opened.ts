import { library } from '@fundus/contract/library/library';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { useSession } from '../../../stores/session.ts';

/** `counted`: the portal knows of it. */
type Opening = { counted: boolean; opened: () => void; reached: (position: number) => void };

/**
 * Tells the portal that the medium was opened: as soon as `shown`, when its link is followed, and wherever its position is kept. It counts as a
 * use and may be reviewed from then on (docs/behaviour/uses.md#what-counts). Nobody is told when it fails: looking on is what matters. Null for
 * guests.
 */
export function useOpened(identifier: string, shown: boolean): Opening | null {
  const { user } = useSession();
  const client = useQueryClient();
  const noted = useRef(false);
  const [counted, setCounted] = useState(false);
  const tell = useCallback(
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
    if (!noted.current) tell(call(library.openMedium, { params: { mediaId: identifier } }));
  }, [tell, identifier]);
  const reached = (position: number) => tell(call(library.savePosition, { params: { mediaId: identifier }, body: { position } }));
  useEffect(() => {
    if (user && shown) opened();
  }, [user, shown, opened]);
  return user ? { counted, opened, reached } : null;
}
