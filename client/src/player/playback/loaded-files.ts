/** Files that were downloaded completely, with blob addresses, so that showing them needs no network. */
const loaded = new Map<string, Blob>();

/** Stores a file and returns its address. */
export function storeBlob(blob: Blob): string {
  const href = URL.createObjectURL(blob);
  loaded.set(href, blob);
  return href;
}

/** Returns the file of an address, because the content security policy forbids scripts to fetch it. */
export const fileAt = (href: string): Blob | undefined => loaded.get(href);

export function revokeFile(href: string): void {
  loaded.delete(href);
  URL.revokeObjectURL(href);
}
