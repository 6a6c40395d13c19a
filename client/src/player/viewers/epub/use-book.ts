import { useEffect, useState } from 'react';
import { cleanChapter } from './clean-chapter.ts';
import { BrokenBook, openEpub, type Epub } from './epub.ts';
import { pageSize, type PageSize } from './page-size.ts';

type Failure = 'broken' | 'unavailable';
type Chapter = { chapter: number; html: string; size: PageSize | null };

/** Opens the book at an address. */
export function useBook(href: string): { book: Epub | null; failed: Failure | null } {
  const [book, setBook] = useState<Epub | null>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  useEffect(() => {
    let wanted = true;
    openEpub((path) => readText(href + path)).then(
      (opened) => wanted && setBook(opened),
      (error: unknown) => wanted && setFailed(error instanceof BrokenBook ? 'broken' : 'unavailable'),
    );
    return () => {
      wanted = false;
    };
  }, [href]);
  return { book, failed };
}

/** Loads a chapter of a book. `loaded` is `null` until the chapter is loaded. It contains `size` for a page with fixed layout, otherwise `html`. */
export function useChapter(book: Epub | null, chapter: number, href: string): { loaded: Chapter | null; failed: Failure | null } {
  const [loaded, setLoaded] = useState<Chapter | null>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  useEffect(() => {
    const path = book?.spine[chapter];
    if (path === undefined) return;
    let wanted = true;
    readText(href + path).then(
      (source) =>
        wanted &&
        setLoaded(
          book!.fixed ? { chapter, html: '', size: pageSize(source) } : { chapter, html: cleanChapter(source, path, href), size: null },
        ),
      () => wanted && setFailed('unavailable'),
    );
    return () => {
      wanted = false;
    };
  }, [book, chapter, href]);
  return { loaded: loaded?.chapter === chapter ? loaded : null, failed };
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for a part of the book`);
  return response.text();
}
