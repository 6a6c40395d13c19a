import { AArrowDown, AArrowUp, List } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import { ID_PREFIX } from './clean-chapter.ts';
import { EpubContents } from './EpubContents.tsx';
import { EpubFooter } from './EpubFooter.tsx';
import { FixedPage } from './FixedPage.tsx';
import { entryAt, storeScrollPosition, positionOf, rememberedPosition, type Position } from './reading-position.ts';
import { useBook, useChapter } from './use-book.ts';
import { storePosition, READER_SIZES, setPreferences, usePreferences } from '../../playback/preferences.ts';
import type { ViewerProps } from '../viewer-props.ts';
import { ViewerFrame } from '../ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from '../ViewerState.tsx';
import '../viewer-frame.css';
import './epub-viewer.css';

/**
 * Shows a book chapter by chapter in the portal's typography, so that scripts and styles of the book are not needed. Pages with fixed layout keep
 * their styles but not their scripts.
 */
export function EpubViewer({ part, title, identifier, onRetry }: ViewerProps) {
  const { t } = useT();
  const { readerSize } = usePreferences();
  const { href, id } = part.sources[0]!;
  const key = `${identifier}/${id}`;
  const [position, setPosition] = useState<Position>(() => rememberedPosition(key));
  const [contentsOpen, setContentsOpen] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  /** Last position in the reading order, to which the user can return after following a link. */
  const left = useRef<Position>({ chapter: 0, at: 0 });
  const { book, failed: bookFailed } = useBook(href);
  const chapter = book ? Math.min(position.chapter, book.spine.length - 1) : 0;
  const { loaded, failed: chapterFailed } = useChapter(book, chapter, href);
  const failed = bookFailed ?? chapterFailed;
  useScrollTo(page, loaded?.html ?? null, position);
  const current = useMemo(() => (book ? entryAt(book, chapter) : undefined), [book, chapter]);

  const moveTo = (next: Position): void => {
    if (!book || next.chapter < 0 || next.chapter >= book.spine.length) return;
    if (chapter < book.linear) left.current = position;
    setPosition(next);
    if (next.chapter < book.linear) storePosition(key, `${next.chapter}:0`);
    setContentsOpen(false);
    page.current?.focus({ preventScroll: true });
  };

  const onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a[href^="#"]');
    if (!link || !book) return;
    event.preventDefault();
    moveTo(positionOf(book, link.getAttribute('href')!.slice(1)));
  };

  if (failed || !book) {
    return (
      <ViewerFrame kind="epub" label={t('player.epub', { title })}>
        {failed ? <ViewerFailed onRetry={onRetry} broken={failed === 'broken'} /> : <ViewerLoading />}
      </ViewerFrame>
    );
  }
  const tools = (
    <>
      <Button icon={<List />} aria-expanded={contentsOpen} onClick={() => setContentsOpen(!contentsOpen)}>
        {t('player.epub.contents')}
      </Button>
      <span className="viewer-divider" aria-hidden="true" />
      <SizeButtons />
    </>
  );
  return (
    <ViewerFrame kind="epub" label={t('player.epub', { title })} tools={tools}>
      <div className="epub-body">
        <EpubContents book={book} current={current} hidden={!contentsOpen} onOpen={(path) => moveTo(positionOf(book, path))} />
        {/* The page is focusable because it scrolls. Its click handler only handles ordinary links. */}
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
          onScroll={(event) => loaded !== null && chapter < book.linear && storeScrollPosition(key, chapter, event.currentTarget)}
        >
          {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          {loaded === null ? (
            <ViewerLoading />
          ) : loaded.size ? (
            <FixedPage
              address={href + book.spine[chapter]!}
              size={loaded.size}
              zoom={readerSize}
              label={current?.title ?? t('player.epub.section', { at: chapter + 1, count: book.linear })}
            />
          ) : (
            <div
              className="epub-text"
              style={{ fontSize: `${readerSize}em` }}
              dangerouslySetInnerHTML={{ __html: trustedHtml(loaded.html) }}
            />
          )}
        </div>
      </div>
      <EpubFooter
        chapter={chapter}
        count={book.linear}
        onMove={(to) => moveTo({ chapter: to, at: 0 })}
        onReturn={() => moveTo(left.current)}
      />
    </ViewerFrame>
  );
}

/** Shows buttons that change the font size for all books. */
function SizeButtons() {
  const { t } = useT();
  const { readerSize } = usePreferences();
  const size = READER_SIZES.indexOf(readerSize as (typeof READER_SIZES)[number]);
  const resize = (to: number): void => setPreferences({ readerSize: READER_SIZES[to]! });
  return (
    <>
      <IconButton label={t('player.epub.smaller')} icon={<AArrowDown />} disabled={size <= 0} onClick={() => resize(size - 1)} />
      <IconButton
        label={t('player.epub.larger')}
        icon={<AArrowUp />}
        disabled={size >= READER_SIZES.length - 1}
        onClick={() => resize(size + 1)}
      />
    </>
  );
}

/** Scrolls to the position once the chapter is loaded, and whenever the position changes. */
function useScrollTo(page: RefObject<HTMLDivElement | null>, shown: string | null, position: Position): void {
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
  }, [page, shown, position]);
}
