import { ChevronLeft, ChevronRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Note } from '../../../ui/Note.tsx';
import { openPdf, type PdfDocument } from './pdf.ts';
import { PdfPage } from './PdfPage.tsx';
import { PdfPassword } from './PdfPassword.tsx';
import { keepPosition, readPosition } from '../../playback/preferences.ts';
import type { ViewerProps } from '../viewer-props.ts';
import { ViewerFrame } from '../ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from '../ViewerState.tsx';
import '../viewer-frame.css';
import './pdf-viewer.css';

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Shows pages below each other, drawn when near the viewport, with a text layer for selection, search and screen readers. */
export function PdfViewer({ part, title, identifier, onRetry }: ViewerProps) {
  const { t } = useT();
  const { href, id } = part.sources[0]!;
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  const [failed, setFailed] = useState<'broken' | 'unavailable' | null>(null);
  const [asked, setAsked] = useState<{ wrong: boolean; answer: (password: string) => void } | null>(null);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const [typed, setTyped] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const key = `${identifier}/${id}`;
  const count = pdf?.pages.length ?? 0;

  useEffect(() => {
    let wanted = true;
    const unmounted = new AbortController();
    const askPassword = (wrong: boolean): Promise<string> =>
      new Promise((resolve) => {
        const answer = (password: string): void => {
          setAsked(null);
          resolve(password);
        };
        if (wanted) setAsked({ wrong, answer });
      });
    const opening = openPdf(href, askPassword, unmounted.signal);
    opening.then(
      (document) => wanted && setPdf(document),
      (error: Error) => wanted && setFailed(error.name === 'InvalidPDFException' ? 'broken' : 'unavailable'),
    );
    return () => {
      wanted = false;
      unmounted.abort();
      setPdf(null);
      setAsked(null);
      opening.then(
        (document) => document.close(),
        () => undefined,
      );
    };
  }, [href]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const show = (wanted: number): void => {
    const to = Math.min(count, Math.max(1, Math.round(wanted)));
    const element = scroller.current?.querySelector<HTMLElement>(`[data-page="${to}"]`);
    if (!element || !scroller.current) return;
    scroller.current.scrollTop = element.offsetTop - 12;
    setPage(to);
  };

  const ready = pdf !== null && width > 0;
  useEffect(() => {
    if (ready) show(Number(readPosition(key) ?? 1) || 1);
    // Only once, when the pages have their sizes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ready, key]);

  // Keeps the centre in place when pages are resized.
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = scroller.current;
    const ratio = zoom / before.current;
    before.current = zoom;
    if (!element || ratio === 1) return;
    const [halfWidth, halfHeight] = [element.clientWidth / 2, element.clientHeight / 2];
    element.scrollTop = (element.scrollTop + halfHeight) * ratio - halfHeight;
    element.scrollLeft = (element.scrollLeft + halfWidth) * ratio - halfWidth;
  }, [zoom]);

  const follow = (): void => {
    const element = scroller.current!;
    const middle = element.scrollTop + element.clientHeight / 3;
    const pages = [...element.querySelectorAll<HTMLElement>('[data-page]')];
    const topmost = pages.findLast((one) => one.offsetTop <= middle);
    const number = Number(topmost?.dataset.page ?? 1);
    if (number !== page) {
      setPage(number);
      keepPosition(key, String(number));
    }
  };

  const step = (by: 1 | -1): void => {
    const near = ZOOMS.reduce((best, one, i) => (Math.abs(one - zoom) < Math.abs(ZOOMS[best]! - zoom) ? i : best), 0);
    setZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, near + by))]!);
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const actions: Record<string, () => void> = {
      '+': () => step(1),
      '-': () => step(-1),
      '0': () => setZoom(1),
      ArrowRight: () => show(page + 1),
      ArrowLeft: () => show(page - 1),
      Home: () => show(1),
      End: () => show(count),
    };
    const act = actions[event.key];
    const sideways = event.key.startsWith('Arrow') && zoom > 1;
    if (!act || sideways) return;
    event.preventDefault();
    act();
  };

  const tools = (
    <>
      <IconButton label={t('player.pdf.previous')} icon={<ChevronLeft />} disabled={page <= 1} onClick={() => show(page - 1)} />
      <label className="pdf-page-field">
        <span className="only-wide">{t('player.pdf.page')}</span>
        <input
          type="text"
          inputMode="numeric"
          aria-label={t('player.pdf.page')}
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
          onBlur={() => {
            const wanted = parseInt(typed ?? '', 10);
            setTyped(null);
            if (wanted > 0) show(wanted);
          }}
        />
        <span className="num">{t('player.pdf.of', { count })}</span>
      </label>
      <IconButton label={t('player.pdf.next')} icon={<ChevronRight />} disabled={page >= count} onClick={() => show(page + 1)} />
      <span className="viewer-divider" aria-hidden="true" />
      <IconButton label={t('player.zoomOut')} icon={<ZoomOut />} disabled={zoom <= ZOOMS[0]} onClick={() => step(-1)} />
      <IconButton label={t('player.zoomIn')} icon={<ZoomIn />} disabled={zoom >= ZOOMS.at(-1)!} onClick={() => step(1)} />
      <IconButton label={t('player.pdf.fitWidth')} icon={<MoveHorizontal />} disabled={zoom === 1} onClick={() => setZoom(1)} />
    </>
  );

  return (
    <ViewerFrame kind="pdf" label={t('player.pdf', { title })} tools={pdf ? tools : undefined}>
      {failed && <ViewerFailed onRetry={onRetry} broken={failed === 'broken'} />}
      {asked && <PdfPassword wrong={asked.wrong} onAnswer={asked.answer} />}
      {!pdf && !failed && !asked && <ViewerLoading />}
      {pdf?.isXfaForm && <Note>{t('player.pdf.xfa')}</Note>}
      {/* Focusable, because it scrolls. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        className="pdf-scroll"
        role="group"
        tabIndex={0}
        aria-label={t('player.pdf.pageOf', { page, count })}
        hidden={!pdf}
        onScroll={follow}
        onKeyDown={onKey}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        {ready &&
          pdf.pages.map((size, i) => (
            <PdfPage
              key={i}
              document={pdf}
              number={i + 1}
              scale={(Math.min(width - 24, 1100) / size.width) * zoom}
              label={t('player.pdf.pageOf', { page: i + 1, count })}
              onGoTo={show}
            />
          ))}
      </div>
    </ViewerFrame>
  );
}
