import { lendingPictures } from '@fundus/contract/lending/models/pictures';
import type { ModelPicture as Picture } from '@fundus/contract/lending/points/points';
import { PackageOpen } from 'lucide-react';
import { address } from '../../../api/call.ts';
import './picture.css';

export const pictureOf = (id: string, size: 'small' | 'large'): string =>
  address(lendingPictures.picture, { params: { id }, query: { size } });

/** The picture that stands for a model, beside its name: it says nothing to listeners. Without one a sign keeps its place. */
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

/** All pictures of a model, each with what is to be seen on it; larger by itself. */
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
