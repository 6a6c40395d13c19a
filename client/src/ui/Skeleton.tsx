import { useEffect, useState, type ReactNode } from 'react';
import './skeleton.css';

/** Nothing for 150 ms, then the skeleton: a quick answer does not flicker. */
export function Late({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [shown, setShown] = useState(after === 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return <div className={shown ? undefined : 'late-waiting'}>{children}</div>;
}

/** A grey bar where words will be; `width` in em or per cent. Journeys wait until there is none. */
export const Bar = ({ width, height = '1em' }: { width: string; height?: string }) => (
  <span className="bone" aria-hidden="true" data-placeholder="" style={{ width, height }} />
);

/** While a part of a screen is being loaded. */
export const LateLines = () => (
  <Late>
    <p>
      <Bar width="14em" height="1.5em" />
    </p>
    <p>
      <Bar width="28em" />
    </p>
    <p>
      <Bar width="22em" />
    </p>
  </Late>
);

/** While a whole screen is being loaded: its room, so that the footer stays down. */
export const ScreenLoading = () => (
  <Late>
    <div className="screen-loading" />
  </Late>
);
