import { useRef } from 'react';
import { useSize } from '../use-size.ts';
import type { PageSize } from './page-size.ts';
import './epub-viewer.css';

/** Shows a page with fixed layout and the book's styles, in an opaque origin without scripts. */
export function FixedPage({ address, size, zoom, label }: { address: string; size: PageSize; zoom: number; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  const scale = room ? Math.min(room.width / size.width, room.height / size.height) * zoom : 0;
  return (
    <div className="epub-fixed" ref={box}>
      {scale > 0 && (
        <div style={{ width: size.width * scale, height: size.height * scale }}>
          <iframe
            title={label}
            src={address}
            sandbox=""
            referrerPolicy="no-referrer"
            style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
          />
        </div>
      )}
    </div>
  );
}
