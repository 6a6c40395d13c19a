import { ChevronLeft, ChevronRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Note } from '../../../ui/Note.tsx';
import { PageField } from './PageField.tsx';
import { PdfPage } from './PdfPage.tsx';
import { PdfPassword } from './PdfPassword.tsx';
import { useFixedCentre, usePageNavigation } from './use-pages.ts';
import { usePdf } from './use-pdf.ts';
import { useSize } from '../use-size.ts';
import type { ViewerProps } from '../viewer-props.ts';
import { ViewerFrame } from '../ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from '../ViewerState.tsx';
import '../viewer-frame.css';
import './pdf-viewer.css';

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Returns the next larger (`by` 1) or smaller (`by` -1) zoom level. */
function zoomFrom(zoom: number, by: 1 | -1): number {
  const near = ZOOMS.reduce((best, one, i) => (Math.abs(one - zoom) < Math.abs(ZOOMS[best]! - zoom) ? i : best), 0);
  return ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, near + by))]!;
}

/** Shows the pages of a PDF one below the other. Pages near the viewport are drawn, with a text layer for selection, search and screen readers. */
export function PdfViewer({ part, title, identifier, onRetry }: ViewerProps) {
  const { t } = useT();
  const { href, id } = part.sources[0]!;
  const { pdf, failed, asked } = usePdf(href);
  const [zoom, setZoom] = useState(1);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useSize(scroller)?.width ?? 0;
  const count = pdf?.pages.length ?? 0;
  const ready = pdf !== null && width > 0;
  const { page, show, follow } = usePageNavigation(scroller, { count, ready, key: `${identifier}/${id}` });
  useFixedCentre(scroller, zoom);
  const step = (by: 1 | -1): void => setZoom(zoomFrom(zoom, by));

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
      <PageField page={page} count={count} onGo={show} />
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
      {/* The scroller is focusable because it scrolls. */}
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
