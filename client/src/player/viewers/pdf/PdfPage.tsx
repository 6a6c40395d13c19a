import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { useT } from '../../../i18n/translate.ts';
import type { PdfDocument, PdfLink } from './pdf.ts';
import './pdf-viewer.css';

type Props = { document: PdfDocument; number: number; scale: number; label: string; onGoTo: (page: number) => void };

/** Shows one page of a PDF: canvas, text layer and links. The page is drawn when it is near the viewport and released when it is far away. */
export function PdfPage({ document, number, scale, label, onGoTo }: Props) {
  const { t } = useT();
  const page = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const [links, setLinks] = useState<readonly PdfLink[]>([]);
  const size = document.pages[number - 1]!;

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)!.isIntersecting), {
      root: page.current!.parentElement,
      rootMargin: '100% 0px',
    });
    observer.observe(page.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!near) return;
    // Debounces several zoom steps.
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      if (canvas.current && text.current) stop = document.draw(number, scale, canvas.current, text.current, () => setDrawn(true));
    }, 60);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [document, number, scale, near]);

  useEffect(() => {
    if (!near) return;
    let wanted = true;
    document.links(number).then(
      (found) => wanted && setLinks(found),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [document, number, near]);

  return (
    <section
      ref={page}
      className="pdf-page"
      data-page={number}
      data-drawn={drawn || undefined}
      aria-label={label}
      style={{ width: size.width * scale, height: size.height * scale, '--total-scale-factor': scale } as CSSProperties}
    >
      {near && (
        <>
          <canvas ref={canvas} aria-hidden="true" />
          <div ref={text} className="pdf-text" />
          {links.map((link, i) => (
            <PdfLinkBox
              key={i}
              link={link}
              label={'page' in link ? t('player.pdf.pageOf', { page: link.page, count: document.pages.length }) : link.url}
              onGoTo={onGoTo}
            />
          ))}
        </>
      )}
    </section>
  );
}

function PdfLinkBox({ link, label, onGoTo }: { link: PdfLink; label: string; onGoTo: (page: number) => void }) {
  const percent = (share: number): string => `${share * 100}%`;
  const style = { left: percent(link.left), top: percent(link.top), width: percent(link.width), height: percent(link.height) };
  if ('page' in link)
    return <button type="button" className="pdf-link" style={style} aria-label={label} onClick={() => onGoTo(link.page)} />;
  return <a className="pdf-link" style={style} href={link.url} target="_blank" rel="noopener noreferrer" aria-label={label} />;
}
