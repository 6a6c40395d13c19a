import { lendingPictures } from '@fundus/contract/lending/models/pictures';
import type { ModelPicture as Picture } from '@fundus/contract/lending/points/points';
import { PackageOpen } from 'lucide-react';
import { address } from '../../../api/call.ts';
import './picture.css';

export const pictureOf = (id: string, size: 'small' | 'large'): string =>
  address(lendingPictures.picture, { params: { id }, query: { size } });

/** Shows the first picture of a model, or an icon. It is decorative, because the name is beside it. */
export function ModelPicture({ id, small = false }: { id: string | null | undefined; small?: boolean }) {
  const className = small ? 'lending-thumb' : 'lending-shot';
  return id ? (
    <img className={className} src={pictureOf(id, 'small')} alt="" loading="lazy" />
  ) : (
    <span className={className} aria-hidden="true">
      <PackageOpen />
    </span>
  );
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
