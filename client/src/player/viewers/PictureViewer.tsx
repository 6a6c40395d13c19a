import { Minimize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import type { ViewerProps } from './viewer-props.ts';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from './ViewerState.tsx';
import { clampView, fit, FITTED, MAX_SCALE, pan, wheelFactor, zoomAt, zoomIn, zoomOut, type Point, type Size, type View } from './zoom.ts';
import './picture-viewer.css';

const NOTHING: Size = { width: 0, height: 0 };
/** Distance in pixels of one arrow key press. */
const KEY_STEP = 60;

/** Shows a picture with zoom by buttons, keys, wheel and pinch. */
export function PictureViewer({ part, title, onRetry }: ViewerProps) {
  const { t } = useT();
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Size>(NOTHING);
  const [frame, setFrame] = useState<Size>(NOTHING);
  const [view, setView] = useState<View>(FITTED);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const fitted = fit(picture, frame);
  const fingers = useRef(new Map<number, Point>());

  useEffect(() => {
    const element = stage.current!;
    const observer = new ResizeObserver(() => setFrame({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = stage.current!;
    // Scrolling past a picture must not zoom it: only a pinch does, or the wheel on a focused picture.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const at = fromMiddle(event.clientX, event.clientY, element);
      setView((now) => zoomAt(now, wheelFactor(event.ctrlKey ? event.deltaY * 3 : event.deltaY), at, fitted, frame));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  const onKey = (event: KeyboardEvent): void => {
    const move: Record<string, Point> = {
      ArrowLeft: { x: KEY_STEP, y: 0 },
      ArrowRight: { x: -KEY_STEP, y: 0 },
      ArrowUp: { x: 0, y: KEY_STEP },
      ArrowDown: { x: 0, y: -KEY_STEP },
    };
    const by = move[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') setView((now) => zoomIn(now, fitted, frame));
    else if (event.key === '-') setView((now) => zoomOut(now, fitted, frame));
    else if (event.key === '0') setView(FITTED);
    else if (by && view.scale > 1) setView((now) => pan(now, by, fitted, frame));
    else return;
    event.preventDefault();
  };

  const onDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (view.scale > 1 || fingers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    const element = event.currentTarget;
    fingers.current.set(event.pointerId, now);
    if (!other) return setView((at) => pan(at, { x: now.x - before.x, y: now.y - before.y }, fitted, frame));
    const ratio = distance(now, other) / Math.max(1, distance(before, other));
    const middle = fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2, element);
    setView((at) => zoomAt(at, ratio, middle, fitted, frame));
  };
  const onUp = (event: PointerEvent<HTMLDivElement>): void => {
    fingers.current.delete(event.pointerId);
  };

  const shown = clampView(view, fitted, frame);
  const tools = (
    <>
      <IconButton
        label={t('player.zoomOut')}
        icon={<ZoomOut />}
        disabled={shown.scale <= 1}
        onClick={() => setView((now) => zoomOut(now, fitted, frame))}
      />
      <IconButton
        label={t('player.zoomIn')}
        icon={<ZoomIn />}
        disabled={shown.scale >= MAX_SCALE}
        onClick={() => setView((now) => zoomIn(now, fitted, frame))}
      />
      <IconButton label={t('player.zoomFit')} icon={<Minimize2 />} disabled={shown.scale === 1} onClick={() => setView(FITTED)} />
      <span className="num small quiet" aria-live="polite">
        {Math.round(shown.scale * 100)} %
      </span>
    </>
  );
  const file = part.sources[0]!;
  return (
    <ViewerFrame kind="picture" label={t('player.picture', { title })} tools={tools}>
      {state === 'loading' && <ViewerLoading />}
      {state === 'failed' && <ViewerFailed onRetry={onRetry} />}
      <p id={hint} className="sr">
        {t('player.picture.keys')}
      </p>
      {/* The picture is focusable, because keys move and zoom it. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={stage}
        className="picture-stage"
        role="group"
        tabIndex={0}
        aria-label={t('player.picture', { title })}
        aria-describedby={hint}
        data-zoomed={shown.scale > 1 || undefined}
        hidden={state === 'failed'}
        onKeyDown={onKey}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onDoubleClick={(event) => {
          const at = fromMiddle(event.clientX, event.clientY, event.currentTarget);
          setView((now) => (now.scale > 1 ? FITTED : zoomAt(now, 2.5, at, fitted, frame)));
        }}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <img
          src={file.href}
          alt={file.label ?? title}
          draggable={false}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            // A drawing without an intrinsic size fills the frame.
            setPicture(naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : frame);
            setState('ready');
          }}
          onError={() => setState('failed')}
          style={{
            width: fitted.width || undefined,
            height: fitted.height || undefined,
            transform: `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})`,
            visibility: state === 'ready' ? 'visible' : 'hidden',
          }}
        />
      </div>
    </ViewerFrame>
  );
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function fromMiddle(clientX: number, clientY: number, element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}
