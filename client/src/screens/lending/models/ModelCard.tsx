import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { Link } from '../../../ui/Link.tsx';
import { ModelPicture } from './ModelPicture.tsx';
import '../parts/cart.css';
import { joinFacts } from '../../../i18n/join-facts.ts';

type Pictured = 'pictures' | 'identifier' | 'medium_number';
type Props = {
  model: Pick<DeviceModel, 'name' | 'maker' | 'category' | Pictured>;
  href: string;
  /** Text that depends on the list, such as the number of free devices. */
  says: string;
  current?: boolean;
  /** True if any model in the list has a picture or a cover. */
  pictured: boolean;
};

/** Shows a model in a list, with a link to its calendar. */
export const ModelCard = ({ model, href, says, current = false, pictured }: Props) => (
  <Link href={href} className="lending-model" data-pictured={pictured || undefined} aria-current={current ? 'true' : undefined}>
    {pictured && <ModelPicture id={model.pictures[0]?.id} medium={model} />}
    <strong>{model.name}</strong>
    <span className="small-print">{joinFacts([model.maker, model.category])}</span>
    <span className="small-print">{says}</span>
  </Link>
);

/** Returns whether any model has a picture or the cover of a catalogue medium. */
export const haveModelPictures = (models: readonly Pick<DeviceModel, Pictured>[]): boolean =>
  models.some(({ pictures, identifier }) => pictures.length > 0 || identifier !== null);
