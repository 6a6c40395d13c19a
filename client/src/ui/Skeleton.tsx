import { useEffect, useState, type ReactNode } from 'react';
import './skeleton.css';

/** Shows its children after 150 ms, so that a fast response causes no flicker. */
export function ShowDelayed({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [shown, setShown] = useState(after === 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return <div className={shown ? undefined : 'late-waiting'}>{children}</div>;
}

/** Shows a grey bar in place of text; `width` in em or per cent. Journeys wait until no bar is left. */
export const Bar = ({ width, height = '1em' }: { width: string; height?: string }) => (
  <span className="bone" aria-hidden="true" data-placeholder="" style={{ width, height }} />
);

/** Shows placeholder lines for a part of a screen. */
export const LateLines = () => (
  <ShowDelayed>
    <p>
      <Bar width="14em" height="1.5em" />
    </p>
    <p>
      <Bar width="28em" />
    </p>
    <p>
      <Bar width="22em" />
    </p>
  </ShowDelayed>
);

/** Reserves the height of a whole screen while it loads, so that the footer stays at the bottom. */
export const ScreenLoading = () => (
  <ShowDelayed>
    <div className="screen-loading" />
  </ShowDelayed>
);

/** Shows bars for the heading and the first lines of a screen whose script is loading. */
export const ScreenPlaceholder = () => (
  <ShowDelayed>
    <div className="wrap screen-loading screen-placeholder">
      <Bar width="8em" height="2.5rem" />
      <Bar width="28em" />
      <Bar width="100%" height="8rem" />
      <Bar width="100%" height="8rem" />
    </div>
  </ShowDelayed>
);
