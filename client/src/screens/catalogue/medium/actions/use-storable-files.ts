import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MediaFile } from '@fundus/contract/files/files';
import { useQuery } from '@tanstack/react-query';
import { listUnstorableKinds, type UnstorableKind } from '../../../../player/playback/files-to-store.ts';

const isBook = ({ viewer }: MediaFile): boolean => viewer === 'epub';

/** Returns the paths of the parts of each book, or `null` for a book with fixed layout. The EPUB reader is loaded only if there are books. */
export async function readBookParts(files: readonly MediaFile[], signal: AbortSignal): Promise<Map<string, string[] | null>> {
  const books = files.filter(isBook);
  if (books.length === 0) return new Map();
  const { bookFiles } = await import('../../../../player/viewers/epub/book-files.ts');
  return new Map(await Promise.all(books.map(async ({ id, href: base }) => [id, await bookFiles(base, signal)] as const)));
}

type Storable = {
  files: readonly MediaFile[];
  bytes: number;
  /** Kinds of files that cannot be stored. */
  left: readonly UnstorableKind[];
  /** True until the layout of the books is known. */
  reading: boolean;
};

/** Returns the files that can be stored on this device: all except books with fixed layout. */
export function useStorableFiles(detail: MediaDetail, files: readonly MediaFile[]): Storable {
  const books = useQuery({
    queryKey: ['offline-media', 'books', files.map(({ id }) => id)],
    queryFn: ({ signal }) => readBookParts(files, signal),
    enabled: files.some(isBook),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isFixed = ({ id }: MediaFile): boolean => books.data?.get(id) === null;
  const storable = files.filter((file) => !isFixed(file));
  return {
    files: storable,
    bytes: storable.reduce((sum, file) => sum + file.bytes, 0),
    left: [...listUnstorableKinds(detail.files), ...(files.some(isFixed) ? (['layout'] as const) : [])],
    reading: books.isLoading,
  };
}
