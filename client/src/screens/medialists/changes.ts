/** Applies pending changes of the user to the items on the server, so that concurrent changes of other users are preserved. */
import type { ListItem } from '@fundus/contract/medialists/items';

export type Change =
  /** Moves the items behind the item `after`, or to the front if it is `null`. */
  | { kind: 'move'; ids: readonly string[]; after: string | null }
  | { kind: 'take'; ids: readonly string[] }
  | { kind: 'show'; ids: readonly string[]; visible: boolean };

/** Returns the items with all pending changes applied. Changes to removed items are skipped. */
export const applyChanges = (items: readonly ListItem[], changes: readonly Change[]): readonly ListItem[] =>
  changes.reduce(applyOne, items);

function applyOne(items: readonly ListItem[], change: Change): readonly ListItem[] {
  const named = new Set(change.ids);
  if (change.kind === 'take') return items.filter(({ id }) => !named.has(id));
  if (change.kind === 'show') return items.map((item) => (named.has(item.id) ? { ...item, visible_to_learners: change.visible } : item));
  const moved = change.ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const rest = items.filter(({ id }) => !named.has(id));
  const at = change.after === null ? 0 : rest.findIndex(({ id }) => id === change.after) + 1;
  // If the neighbour was removed, the server decides about the position.
  if (change.after !== null && at === 0) return items;
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}

/** Returns the ID of the item after which the moved items must be inserted to reach `place`, where 1 is the front. Returns `null` for the front. */
export function findPredecessor(items: readonly Pick<ListItem, 'id'>[], ids: readonly string[], place: number): string | null {
  const rest = items.filter(({ id }) => !ids.includes(id));
  return rest[Math.min(Math.max(place, 1), rest.length + 1) - 2]?.id ?? null;
}

/** Returns whether a move changes the order of the items. */
export function isMoved(items: readonly Pick<ListItem, 'id'>[], ids: readonly string[], after: string | null): boolean {
  const order = items.map(({ id }) => id);
  const rest = order.filter((id) => !ids.includes(id));
  const at = after === null ? 0 : rest.indexOf(after) + 1;
  const next = [...rest.slice(0, at), ...order.filter((id) => ids.includes(id)), ...rest.slice(at)];
  return next.some((id, i) => id !== order[i]);
}
