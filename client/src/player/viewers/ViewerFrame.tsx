import { Maximize, Minimize } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useFullscreen } from '../playback/fullscreen.ts';
import '../../ui/button.css';
import './viewer-frame.css';

type Props = {
  /** Accessible name of the viewer. */
  label: string;
  kind: string;
  /** Controls on the left of the bar. */
  tools?: ReactNode;
  children: ReactNode;
};

/** Shows a frame for documents and pictures, with a bar of tools and a full-screen button above the content. */
export function ViewerFrame({ label, kind, tools, children }: Props) {
  const { t } = useT();
  const frame = useRef<HTMLElement>(null);
  const fullscreen = useFullscreen(frame);
  const full = document.fullscreenEnabled;
  return (
    <section className="viewer" data-kind={kind} aria-label={label} ref={frame}>
      {(tools || full) && (
        <div className="viewer-bar">
          {tools}
          {full && (
            <IconButton
              className="btn btn-icon viewer-full"
              label={t(fullscreen.on ? 'player.fullscreen.leave' : 'player.fullscreen')}
              icon={fullscreen.on ? <Minimize /> : <Maximize />}
              onClick={fullscreen.toggle}
            />
          )}
        </div>
      )}
      {children}
    </section>
  );
}
