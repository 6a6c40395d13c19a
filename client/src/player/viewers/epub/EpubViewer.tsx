import { AArrowDown, AArrowUp, ChevronLeft, ChevronRight, List } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import { cleanChapter, ID_PREFIX } from './clean-chapter.ts';
import { BrokenBook, chapterOf, openEpub, type Epub } from './epub.ts';
import { FixedPage } from './FixedPage.tsx';
import { pageSize, type PageSize } from './page-size.ts';
import { storePosition, READER_SIZES, readPosition, setPreferences, usePreferences } from '../../playback/preferences.ts';
import type { ViewerProps } from '../viewer-props.ts';
import { ViewerFrame } from '../ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from '../ViewerState.tsx';
import '../viewer-frame.css';
import './epub-viewer.css';

type Position = { chapter: number; /** Anchor, or share of the chapter, 0 to 1. */ at: string | number };
type Loaded = { chapter: number; html: string; size: PageSize | null };

/**
 * Shows books chapter by chapter in the portal's typography, so that scripts and styles of the book are not needed. Pages of fixed layout keep
 * their look, without scripts.
 */
export function EpubViewer({ part, title, identifier, onRetry }: ViewerProps) {
  const { t } = useT();
  const { readerSize } = usePreferences();
  const { href, id } = part.sources[0]!;
  const key = `${identifier}/${id}`;
  const [book, setBook] = useState<Epub | null>(null);
  const [position, setPosition] = useState<Position>(() => rememberedPosition(readPosition(key)));
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<'broken' | 'unavailable' | null>(null);
  const [contentsOpen, setContentsOpen] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  /** Position in the reading order of the link that was followed. */
  const left = useRef<Position>({ chapter: 0, at: 0 });
  const chapter = book ? Math.min(position.chapter, book.spine.length - 1) : 0;

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

  const here = loaded?.chapter === chapter ? loaded : null;
  const shown = here?.html ?? null;
  useEffect(() => {
    const element = page.current;
    if (!element || shown === null) return;
    const anchor =
      typeof position.at === 'string' ? element.querySelector<HTMLElement>(`[id="${CSS.escape(ID_PREFIX + position.at)}"]`) : null;
    element.scrollTop = anchor
      ? anchor.offsetTop - 16
      : typeof position.at === 'number'
        ? position.at * (element.scrollHeight - element.clientHeight)
        : 0;
  }, [shown, position]);

  const moveTo = (next: Position): void => {
    if (!book || next.chapter < 0 || next.chapter >= book.spine.length) return;
    if (chapter < book.linear) left.current = position;
    setPosition(next);
    if (next.chapter < book.linear) storePosition(key, `${next.chapter}:0`);
    setContentsOpen(false);
    page.current?.focus({ preventScroll: true });
  };

  const open = (path: string): void => {
    if (!book) return;
    moveTo({ chapter: chapterOf(book.spine, path), at: decodeAnchor(path.split('#')[1] ?? '') || 0 });
  };

  const onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    open(link.getAttribute('href')!.slice(1));
  };

  const size = READER_SIZES.indexOf(readerSize as (typeof READER_SIZES)[number]);
  const resize = (to: number): void => setPreferences({ readerSize: READER_SIZES[to]! });
  const current = useMemo(
    () => (book ? book.contents.findLast((entry) => belongs(book, entry.path, chapter)) : undefined),
    [book, chapter],
  );

  const tools = (
    <>
      <Button icon={<List />} aria-expanded={contentsOpen} onClick={() => setContentsOpen(!contentsOpen)}>
        {t('player.epub.contents')}
      </Button>
      <span className="viewer-divider" aria-hidden="true" />
      <IconButton label={t('player.epub.smaller')} icon={<AArrowDown />} disabled={size <= 0} onClick={() => resize(size - 1)} />
      <IconButton
        label={t('player.epub.larger')}
        icon={<AArrowUp />}
        disabled={size >= READER_SIZES.length - 1}
        onClick={() => resize(size + 1)}
      />
    </>
  );

  if (failed || !book) {
    return (
      <ViewerFrame kind="epub" label={t('player.epub', { title })}>
        {failed ? <ViewerFailed onRetry={onRetry} broken={failed === 'broken'} /> : <ViewerLoading />}
      </ViewerFrame>
    );
  }
  return (
    <ViewerFrame kind="epub" label={t('player.epub', { title })} tools={tools}>
      <div className="epub-body">
        <nav className="epub-contents" aria-label={t('player.epub.contents')} hidden={!contentsOpen}>
          <ol lang={book.language ?? undefined}>
            {book.contents.map((entry) => (
              <li key={`${entry.path} ${entry.title}`} data-level={Math.min(3, entry.level)}>
                <button type="button" aria-current={entry === current || undefined} onClick={() => open(entry.path)}>
                  {entry.title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        {/* Focusable, because it scrolls; its links are ordinary links. */}
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={page}
          className="epub-page"
          data-fixed={book.fixed || undefined}
          role="group"
          tabIndex={0}
          aria-label={current?.title ?? title}
          lang={book.language ?? undefined}
          dir={book.direction}
          onClick={onClick}
          onScroll={(event) => {
            const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
            if (shown !== null && chapter < book.linear)
              storePosition(key, `${chapter}:${(scrollTop / Math.max(1, scrollHeight - clientHeight)).toFixed(3)}`);
          }}
        >
          {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          {here === null ? (
            <ViewerLoading />
          ) : here.size ? (
            <FixedPage
              address={href + book.spine[chapter]!}
              size={here.size}
              zoom={readerSize}
              label={current?.title ?? t('player.epub.section', { at: chapter + 1, count: book.linear })}
            />
          ) : (
            <div
              className="epub-text"
              style={{ fontSize: `${readerSize}em` }}
              dangerouslySetInnerHTML={{ __html: trustedHtml(here.html) }}
            />
          )}
        </div>
      </div>
      <div className="epub-foot">
        {chapter < book.linear ? (
          <>
            <Button icon={<ChevronLeft />} disabled={chapter === 0} onClick={() => moveTo({ chapter: chapter - 1, at: 0 })}>
              {t('player.previous')} <span className="sr">{t('player.epub.previous')}</span>
            </Button>
            <span className="small quiet num" aria-live="polite">
              {t('player.epub.section', { at: chapter + 1, count: book.linear })}
            </span>
            <Button disabled={chapter >= book.linear - 1} onClick={() => moveTo({ chapter: chapter + 1, at: 0 })}>
              {t('player.next')} <span className="sr">{t('player.epub.next')}</span>
              <ChevronRight />
            </Button>
          </>
        ) : (
          <>
            <Button icon={<ChevronLeft />} onClick={() => moveTo(left.current)}>
              {t('player.epub.return')}
            </Button>
            <span className="small quiet" aria-live="polite">
              {t('player.epub.aside')}
            </span>
          </>
        )}
      </div>
    </ViewerFrame>
  );
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for a part of the book`);
  return response.text();
}

function rememberedPosition(stored: string | null): Position {
  const [chapter, share] = (stored ?? '').split(':').map(Number);
  return chapter && Number.isInteger(chapter) ? { chapter, at: share || 0 } : { chapter: 0, at: share || 0 };
}

/**
 * Returns whether an entry of the contents can name the position: it starts at or before the chapter; outside of the reading order only in the
 * chapter itself.
 */
function belongs({ spine, linear }: Epub, path: string, chapter: number): boolean {
  const index = chapterOf(spine, path);
  return chapter < linear ? index >= 0 && index <= chapter : index === chapter;
}

function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
