import { openEpub, resourcesOf } from './epub.ts';

/**
 * Returns the paths of all files of an unpacked book, to store them for offline use. Returns `null` for a book with fixed layout: its pages are shown
 * in frames with an opaque origin, which a service worker cannot serve.
 */
export async function bookFiles(base: string, signal?: AbortSignal): Promise<string[] | null> {
  const read = new Map<string, string>();
  const readOnce = async (path: string): Promise<string> => {
    const known = read.get(path);
    if (known !== undefined) return known;
    const response = await fetch(base + path, { ...(signal && { signal }) });
    if (!response.ok) throw new Error(`${response.status} for a part of the book`);
    const text = await response.text();
    read.set(path, text);
    return text;
  };
  const { fixed } = await openEpub(readOnce);
  return fixed ? null : [...new Set([...read.keys(), ...(await resourcesOf(readOnce))])];
}
