import type { LendingPhoto } from '@fundus/contract/lending/condition/condition';
import { useT } from '../../../i18n/translate.ts';
import '../parts/desk.css';

/** Shows photos as thumbnails that open the full photo in a new tab. */
export function PhotoStrip({ photos }: { photos: readonly LendingPhoto[] }) {
  const { t } = useT();
  if (photos.length === 0) return null;
  return (
    <div className="desk-shots">
      {photos.map(({ id, href, width, height }, i) => (
        <a key={id} href={href} target="_blank" rel="noreferrer">
          <img src={href} width={width} height={height} loading="lazy" alt={t('lending.photo', { number: i + 1 })} />
        </a>
      ))}
    </div>
  );
}
