import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { Link } from '../../../ui/Link.tsx';
import { ModelPicture } from './ModelPicture.tsx';
import '../parts/lending.css';

type Props = {
  model: Pick<DeviceModel, 'name' | 'maker' | 'category' | 'pictures'>;
  href: string;
  /** Text that depends on the list, such as the number of free devices. */
  says: string;
  current?: boolean;
  /** True if any model of the list has a picture. */
  pictured: boolean;
};

/** Shows a model in a list, with a link to its calendar. */
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
