/** Where everything stands: for those who order it all counts, for readers the media alone. */
export function placesOf(items: readonly { kind: string }[], edits: boolean): (number | null)[] {
  let count = 0;
  return items.map(({ kind }, i) => (edits ? i + 1 : kind === 'heading' || kind === 'text' ? null : ++count));
}
