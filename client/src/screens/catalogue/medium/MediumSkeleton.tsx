import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import '../../../ui/skeleton.css';
import '../../../player/viewers/media-player.css';
import './side/medium-side.css';
import './medium.css';

/** Shows a placeholder in the shape of the page. */
export function MediumSkeleton() {
  return (
    <ShowDelayed>
      <div className="medium-crumb">
        <Bar width="9em" />
      </div>
      <div className="medium-stage" aria-hidden="true">
        <div className="medium-player">
          <div className="player-slot medium-bones-player bone" />
        </div>
        <div className="medium-head">
          <div className="medium-bones">
            <Bar width="70%" height="2.75rem" />
            <Bar width="50%" height="1.5rem" />
            <Bar width="60%" />
            <Bar width="12rem" height="var(--control)" />
          </div>
        </div>
        <div className="medium-right">
          <div className="panel bone medium-bone-panel" />
        </div>
      </div>
    </ShowDelayed>
  );
}
