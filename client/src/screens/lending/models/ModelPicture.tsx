import { lendingPictures } from '@fundus/contract/lending/models/pictures';
import { coverHref } from '@fundus/contract/files/files';
import type { DeviceModel, ModelPicture as Picture } from '@fundus/contract/lending/points/points';
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useSession } from '../../../stores/session.ts';
import './picture.css';

export const pictureOf = (id: string, size: 'small' | 'large'): string =>
  address(lendingPictures.picture, { params: { id }, query: { size } });

type Props = {
  /** ID of the first picture of the model. */
  id: string | null | undefined;
  small?: boolean;
  /** Catalogue medium that is lent as this model. Its cover is shown if the model has no picture. */
  medium?: Pick<DeviceModel, 'identifier' | 'medium_number'>;
};

/** Shows the first picture of a model, the cover of its medium, or an icon. The image is decorative, because the name is next to it. */
export function ModelPicture({ id, small = false, medium }: Props) {
  const { config } = useSession();
  const [broken, setBroken] = useState<readonly string[]>([]);
  const className = small ? 'lending-thumb' : 'lending-shot';
  const src = (id ? [pictureOf(id, 'small')] : coversOf(medium, config.CoverService)).find((address) => !broken.includes(address));
  return src ? (
    <img className={className} data-cover={!id || undefined} src={src} alt="" loading="lazy" onError={() => setBroken([...broken, src])} />
  ) : (
    <span className={className} aria-hidden="true">
      <PackageOpen />
    </span>
  );
}

/** Returns the cover URLs of a medium, first from the cover service and then from the portal. */
function coversOf(medium: Props['medium'], service: string): string[] {
  if (!medium?.identifier) return [];
  const about = { identifier: medium.identifier, fn_nr: medium.medium_number, is_mediathek: false };
  return [coverHref(about, service), coverHref(about, '')];
}

/** Shows all pictures of a model. Each links to a larger version. */
export function ModelPictures({ pictures, label }: { pictures: readonly Picture[]; label: string }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="lending-pictures" aria-label={label}>
      {pictures.map(({ id, alt, width, height }) => (
        <li key={id}>
          <a href={pictureOf(id, 'large')} target="_blank" rel="noreferrer">
            <img src={pictureOf(id, 'small')} width={width} height={height} alt={alt} />
          </a>
        </li>
      ))}
    </ul>
  );
}
