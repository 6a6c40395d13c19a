import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { Link } from '../../../ui/Link.tsx';
import { ModelPicture } from './ModelPicture.tsx';
import '../parts/lending.css';

type Props = {
  model: Pick<DeviceModel, 'name' | 'maker' | 'category' | 'pictures'>;
  href: string;
  /** What is to be known of it here. */
  says: string;
  current?: boolean;
  /** Some of the list have a picture. */
  pictured: boolean;
};

/** A model in a list, which leads to its calendar. */
export const ModelCard = ({ model: { name, maker, category, pictures }, href, says, current = false, pictured }: Props) => (
  <Link href={href} className="lending-model" data-pictured={pictured || undefined} aria-current={current ? 'true' : undefined}>
    {pictured && <ModelPicture id={pictures[0]?.id} />}
    <strong>{name}</strong>
    <span className="small-print">{[maker, category].filter(Boolean).join(' · ')}</span>
    <span className="small-print">{says}</span>
  </Link>
);

export const arePictured = (models: readonly Pick<DeviceModel, 'pictures'>[]): boolean =>
  models.some(({ pictures }) => pictures.length > 0);
