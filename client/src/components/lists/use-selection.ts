import { useState } from 'react';

/** Returns the selected rows of the current page, and functions that change the selection. */
export function useSelection<T extends { id: string }>(rows: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: ({ id }: T) => ids.has(id),
    toggle: ({ id }: T) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(chosen.length === rows.length ? [] : rows.map(({ id }) => id))),
    /** Replaces the selection by `wanted`. */
    choose: (wanted: readonly T[]) => setIds(new Set(wanted.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

export type Selection<T extends { id: string }> = ReturnType<typeof useSelection<T>>;
