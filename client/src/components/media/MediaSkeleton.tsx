import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import '../../ui/skeleton.css';
import './cover.css';
import './media-card.css';
import './media-grid.css';

export type MediaView = 'grid' | 'list';

/** Shows placeholders in the shape of cards. */
export function MediaSkeleton({ count, view = 'grid', row = false }: { count: number; view?: MediaView; row?: boolean }) {
  return (
    <ShowDelayed>
      <div
        className={row ? 'row' : view === 'list' ? 'results compact' : 'results grid'}
        data-cards={row ? undefined : view === 'list' ? 'compact' : 'grid'}
        aria-hidden="true"
      >
        {Array.from({ length: count }, (_, i) => (
          <div key={i} className="card">
            <div className="cover bone" />
            <div className="card-text card-bones">
              <Bar width="85%" height="1.25rem" />
              <Bar width="70%" />
              <Bar width="45%" />
            </div>
          </div>
        ))}
      </div>
    </ShowDelayed>
  );
}
