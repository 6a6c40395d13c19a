/** Items of a list and their changes, which show at once, are stored sequentially, and can be undone. */
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
  /** Moves items after the item `after`; `null` for the front. */
  move: (ids: readonly string[], after: string | null) => void;
  take: (ids: readonly string[]) => void;
  show: (ids: readonly string[], visible: boolean) => void;
  /** Stores the reply of a call unless a newer version is known. */
  set: (content: Content) => void;
};

/** `storedAs`: version of the contents with the stored change. The change is applied until that version is read. */
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
          // The list renders later than this; without the change the old order would appear for a moment.
          setLaid((all) => all.map((each) => (each.change === one ? { change: one, storedAs: content.content_version } : each)));
          for (const read of ITEM_READS.refreshes.slice(1)) void client.invalidateQueries({ queryKey: keyOf(read) });
          onDone?.();
        },
        (error: AppError) => {
          setLaid((all) => all.filter(({ change: other }) => other !== one));
          // The current state is read after any error.
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
