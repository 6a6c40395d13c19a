import { useEffect, useState, type ReactNode } from 'react';
import './skeleton.css';

/** Shows its children after 150 ms, so that a fast response does not cause flicker. */
export function ShowDelayed({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [shown, setShown] = useState(after === 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return <div className={shown ? undefined : 'late-waiting'}>{children}</div>;
}

/** Grey bar in place of text. End-to-end tests wait until no bar is left. */
export const Bar = ({ width, height = '1em' }: { width: string; height?: string }) => (
  <span className="bone" aria-hidden="true" data-placeholder="" style={{ width, height }} />
);

/** Placeholder for a few lines of text. */
export const PlaceholderLines = () => (
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

/** Reserves the height of the screen while it loads, so that the footer stays at the bottom. */
export const ScreenLoading = () => (
  <ShowDelayed>
    <div className="screen-loading" />
  </ShowDelayed>
);

/** Placeholder for the heading and the first lines of a screen whose code is being loaded. */
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
