import type { MediaItem } from '@fundus/contract/catalogue';
import { COVER_SIZE } from '@fundus/contract/files';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { mediaType } from '@fundus/contract/reference/media-types';
import { formatDuration } from '../i18n/format.ts';
import { useT } from '../i18n/translate.ts';
import './cover.css';
import { MediaTypeIcon } from './media-icons.tsx';

type Props = {
  item: MediaItem;
  /** Where the person stopped, in seconds: a bar at the foot. */
  position?: number;
  /** In the first view of the page: loaded at once. */
  eager?: boolean;
};

/** Subject colour as the spine, kind and length as paper stickers. */
export function Cover({ item, position, eager = false }: Props) {
  const { t } = useT();
  const type = mediaType(item.fn_typ);
  const flag = item.new ? 'new' : item.recommended ? 'recommended' : null;
  return (
    <div className="cover" data-subject={mainSubject(item.fn_geb).key}>
      <img
        src={item.cover}
        srcSet={item.cover.startsWith('/api/') ? `${item.cover} 1x, ${item.cover}?size=2 2x` : undefined}
        alt=""
        width={COVER_SIZE.width}
        height={COVER_SIZE.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
      <span className="sticker type" title={type.label}>
        <MediaTypeIcon code={item.fn_typ} className="i-16" />
        <span className="sr">{type.label}</span>
      </span>
      {flag && (
        <span className="sticker flag" title={t(`card.flag.${flag}`)}>
          {t(`card.flag.${flag}`)}
        </span>
      )}
      {item.duration ? (
        <span className="sticker length num">
          {position ? `${formatDuration(position)} / ${formatDuration(item.duration)}` : formatDuration(item.duration)}
        </span>
      ) : null}
      {position && item.duration ? (
        <span className="seen" aria-hidden="true">
          <i style={{ width: `${Math.min(100, (100 * position) / item.duration)}%` }} />
        </span>
      ) : null}
    </div>
  );
}
