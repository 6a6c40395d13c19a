/** Completely downloaded files with blob addresses, which can be shown without network access. */
const loaded = new Map<string, Blob>();

/** Stores a downloaded file and returns its blob address. */
export function storeBlob(blob: Blob): string {
  const href = URL.createObjectURL(blob);
  loaded.set(href, blob);
  return href;
}

/** Returns the file at a blob address. Scripts cannot fetch it, because the content security policy forbids this. */
export const fileAt = (href: string): Blob | undefined => loaded.get(href);

export function revokeFile(href: string): void {
  loaded.delete(href);
  URL.revokeObjectURL(href);
}
