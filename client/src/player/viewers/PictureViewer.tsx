import { Minimize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useSize } from './use-size.ts';
import { useZoom } from './use-zoom.ts';
import type { ViewerProps } from './viewer-props.ts';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from './ViewerState.tsx';
import { fitToFrame, MAX_SCALE, type Size } from './zoom.ts';
import './picture-viewer.css';

const NOTHING: Size = { width: 0, height: 0 };

/** Shows a picture that can be zoomed with buttons, keys, mouse wheel and pinch. */
export function PictureViewer({ part, title, onRetry }: ViewerProps) {
  const { t } = useT();
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Size>(NOTHING);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const frame = useSize(stage) ?? NOTHING;
  const fitted = fitToFrame(picture, frame);
  const { shown, larger, smaller, reset, gestures } = useZoom(stage, fitted, frame);
  const tools = (
    <>
      <IconButton label={t('player.zoomOut')} icon={<ZoomOut />} disabled={shown.scale <= 1} onClick={smaller} />
      <IconButton label={t('player.zoomIn')} icon={<ZoomIn />} disabled={shown.scale >= MAX_SCALE} onClick={larger} />
      <IconButton label={t('player.zoomFit')} icon={<Minimize2 />} disabled={shown.scale === 1} onClick={reset} />
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
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={stage}
        className="picture-stage"
        role="group"
        tabIndex={0}
        aria-label={t('player.picture', { title })}
        aria-describedby={hint}
        data-zoomed={shown.scale > 1 || undefined}
        hidden={state === 'failed'}
        {...gestures}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
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
