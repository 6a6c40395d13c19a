import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { ownMaterial } from '@fundus/contract/own-material/own-material';
import { useSession } from '../../stores/session.ts';
import { Shelf } from '../media/finder/MediaFinder.tsx';
import { DropMaterial } from './DropMaterial.tsx';
import type { CreatedMaterial } from './use-new-material.ts';
import './drop-material.css';

type Props = {
  has: (identifier: string) => boolean;
  busy: boolean;
  instead: boolean;
  refusal?: (item: MediaItem) => string | null;
  onPick: (item: MediaItem) => void;
  /** Called for each file that has become own material. */
  onMade: (made: CreatedMaterial) => void;
};

/** Offers own material when choosing media for lists and assignments: uploads a file, or shows earlier material. */
export function OwnSource({ onMade, ...shelf }: Props) {
  const { config } = useSession();
  return (
    <div className="own-source">
      {config.OwnMaterial && <DropMaterial onMade={onMade} />}
      <Shelf endpoint={ownMaterial.list} {...shelf} />
    </div>
  );
}
