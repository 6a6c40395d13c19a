/** What was done to the items of a list and is not stored yet, put over what the portal says: so that what others do meanwhile stands beneath it. Pure. */
import type { ListItem } from '@fundus/contract/medialists/items';

export type Change =
  /** Behind the item `after`; null: to the front. */
  | { kind: 'move'; ids: readonly string[]; after: string | null }
  | { kind: 'take'; ids: readonly string[] }
  | { kind: 'show'; ids: readonly string[]; visible: boolean };

/** The items as they will stand once everything is stored. What a change names and is not there any more is passed over. */
export const applyChanges = (items: readonly ListItem[], changes: readonly Change[]): readonly ListItem[] =>
  changes.reduce(applyOne, items);

function applyOne(items: readonly ListItem[], change: Change): readonly ListItem[] {
  const named = new Set(change.ids);
  if (change.kind === 'take') return items.filter(({ id }) => !named.has(id));
  if (change.kind === 'show') return items.map((item) => (named.has(item.id) ? { ...item, visible_to_learners: change.visible } : item));
  const moved = change.ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const rest = items.filter(({ id }) => !named.has(id));
  const at = change.after === null ? 0 : rest.findIndex(({ id }) => id === change.after) + 1;
  // Where that one has gone nothing moves: the portal will say how it is.
  if (change.after !== null && at === 0) return items;
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}

/**
 * Behind which item something goes that shall stand at `place` (1 is the front) once it has left where it stands; null: to the front. `ids` are
 * moved together, in their order.
 */
export function neighbourAt(items: readonly Pick<ListItem, 'id'>[], ids: readonly string[], place: number): string | null {
  const rest = items.filter(({ id }) => !ids.includes(id));
  return rest[Math.min(Math.max(place, 1), rest.length + 1) - 2]?.id ?? null;
}

/** Whether a move changes anything. */
export function isMoved(items: readonly Pick<ListItem, 'id'>[], ids: readonly string[], after: string | null): boolean {
  const order = items.map(({ id }) => id);
  const rest = order.filter((id) => !ids.includes(id));
  const at = after === null ? 0 : rest.indexOf(after) + 1;
  const next = [...rest.slice(0, at), ...order.filter((id) => ids.includes(id)), ...rest.slice(at)];
  return next.some((id, i) => id !== order[i]);
}
