/** Files that were fetched as a whole, under addresses of this page: what is shown of them needs no network. */
const loaded = new Map<string, Blob>();

/** An address for it, until it is dropped. */
export function keepFile(blob: Blob): string {
  const href = URL.createObjectURL(blob);
  loaded.set(href, blob);
  return href;
}

/** What lies at such an address: the page's policy lets no script fetch it there. */
export const fileAt = (href: string): Blob | undefined => loaded.get(href);

export function dropFile(href: string): void {
  loaded.delete(href);
  URL.revokeObjectURL(href);
}
