/** Items of a list and their changes. Changes appear immediately, are sent one at a time, and can be undone. */
import type { AppError } from '@fundus/contract/errors';
import { medialistItems, type ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { readList, withContent, type Content } from '../../components/medialists/read-list.ts';
import { ITEM_READS, showError } from '../../components/medialists/reads.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { applyChanges, isMoved, type Change } from './changes.ts';

export type Contents = {
  items: readonly ListItem[];
  /** Moves items behind the item `after`, or to the front if it is `null`. */
  move: (ids: readonly string[], after: string | null) => void;
  take: (ids: readonly string[]) => void;
  show: (ids: readonly string[], visible: boolean) => void;
  /** Caches the reply of a call unless a newer version is already cached. */
  set: (content: Content) => void;
};

/** Pending change. `storedAs` is the version of the contents that includes the change, which is then no longer applied on top. */
type Laid = { change: Change; storedAs?: number };

export function useContents(list: Pick<Medialist, 'id' | 'contents' | 'content_version'>): Contents {
  const { t } = useT();
  const client = useQueryClient();
  const undo = useUndo(ITEM_READS);
  const { id, content_version: version } = list;
  const [laid, setLaid] = useState<readonly Laid[]>([]);
  const stored = useRef<Promise<unknown>>(Promise.resolve());
  const items = useMemo(
    () =>
      applyChanges(
        list.contents,
        laid.map(({ change }) => change),
      ),
    [list.contents, laid],
  );
  useEffect(() => {
    const waits = ({ storedAs = Infinity }: Laid) => storedAs > version;
    if (!laid.every(waits)) setLaid((all) => all.filter(waits));
  }, [laid, version]);
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });

  const set = useCallback(
    (content: Content) => client.setQueryData<Medialist>(readList(id).queryKey, (old) => withContent(old, content)),
    [client, id],
  );

  const change = useCallback(
    (one: Change, send: () => Promise<Content>, onDone?: () => void) => {
      setLaid((all) => [...all, { change: one }]);
      stored.current = stored.current.then(send).then(
        (content) => {
          set(content);
          // The list is rendered later than this line. Without the change, the old order would appear briefly.
          setLaid((all) => all.map((each) => (each.change === one ? { change: one, storedAs: content.content_version } : each)));
          for (const read of ITEM_READS.refreshes.slice(1)) void client.invalidateQueries({ queryKey: keyOf(read) });
          onDone?.();
        },
        (error: AppError) => {
          setLaid((all) => all.filter(({ change: other }) => other !== one));
          // Refetches the list after any error.
          void client.invalidateQueries({ queryKey: readList(id).queryKey });
          showError(error);
        },
      );
    },
    [client, id, set],
  );

  const move = useCallback<Contents['move']>(
    (ids, after) => {
      const ordered = latest.current.flatMap((item) => (ids.includes(item.id) ? [item.id] : []));
      if (ordered.length === 0 || !isMoved(latest.current, ordered, after)) return;
      change({ kind: 'move', ids: ordered, after }, () =>
        ordered.length === 1
          ? call(medialistItems.moveItem, { params: { id, itemId: ordered[0]! }, body: { after_id: after } })
          : call(medialistItems.moveItems, { params: { id }, body: { items: ordered, after_id: after } }),
      );
    },
    [change, id],
  );

  const take = useCallback<Contents['take']>(
    (ids) => {
      const taken = latest.current.filter((item) => ids.includes(item.id));
      if (taken.length === 0) return;
      const send = async () => {
        if (taken.length === 1) return call(medialistItems.removeItem, { params: { id, itemId: taken[0]!.id } });
        await call(medialistItems.removeItems, { body: { items: taken.map((item) => item.id) } });
        const { contents, content_version } = await client.fetchQuery(readList(id));
        return { items: contents, content_version };
      };
      change({ kind: 'take', ids: taken.map((item) => item.id) }, send, () =>
        showSnackbar({
          text: t('list.taken', { count: taken.length, title: taken[0]!.title || taken[0]!.body.slice(0, 40) }),
          action: undo(medialistItems.restoreItems, { body: { items: taken.map((item) => item.id) } }),
        }),
      );
    },
    [change, client, id, t, undo],
  );

  const show = useCallback<Contents['show']>(
    (ids, visible) =>
      change({ kind: 'show', ids, visible }, () =>
        call(medialistItems.showItems, { params: { id }, body: { items: [...ids], visible_to_learners: visible } }),
      ),
    [change, id],
  );

  return { items, move, take, show, set };
}
