/** Returns the positions: of all items for editors, of media only for readers. */
export function placesOf(items: readonly { kind: string }[], edits: boolean): (number | null)[] {
  let count = 0;
  return items.map(({ kind }, i) => (edits ? i + 1 : kind === 'heading' || kind === 'text' ? null : ++count));
}
