/** Returns the position of each item. Editors see positions for all items, readers only for media. */
export function placesOf(items: readonly { kind: string }[], edits: boolean): (number | null)[] {
  let count = 0;
  return items.map(({ kind }, i) => (edits ? i + 1 : kind === 'heading' || kind === 'text' ? null : ++count));
}
