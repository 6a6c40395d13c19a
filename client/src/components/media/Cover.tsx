import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { COVER_SIZE, coverHref } from '@fundus/contract/files/files';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { mediaType } from '@fundus/contract/reference/media-types';
import { Captions } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { typeName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import './cover.css';
import { MediaTypeIcon } from './media-icons.tsx';

/**
 * Displayed widths of covers, for the `sizes` attribute. On phones a cover is next to the text in lists and above it in rows. Browsers that support
 * `auto` use the actual width.
 */
const IN_LIST = '(width < 48rem) 8rem, 20rem';
const IN_ROW = '(width < 48rem) 15.5rem, 20rem';

type Props = {
  item: MediaItem;
  /** Playback position in seconds, shown as a bar. */
  position?: number;
  /** True if the cover is visible without scrolling, so that it is loaded eagerly. */
  eager?: boolean;
  /** True to omit the marks "new" and "recommended". */
  plain?: boolean;
};

/** Shows a cover with the subject colour on its spine, and stickers for type and duration. */
export function Cover({ item, position, eager = false, plain = false }: Props) {
  const { t } = useT();
  const type = mediaType(item.fn_typ);
  const device = type.class === 'device';
  const [broken, setBroken] = useState<string[]>([]);
  const src = [item.cover, coverHref({ ...item, is_mediathek: false }, '')].find((address) => !broken.includes(address));
  const flag = plain ? null : item.new ? 'new' : item.recommended ? 'recommended' : null;
  return (
    <div className="cover" data-subject={mainSubject(item.fn_geb).key}>
      {src ? (
        <img
          src={src}
          {...(src.startsWith('/api/') && {
            srcSet: `${src} ${COVER_SIZE.width}w, ${src}?size=2 ${2 * COVER_SIZE.width}w`,
            sizes: eager ? IN_LIST : `auto, ${IN_ROW}`,
          })}
          alt={item.fn_titel}
          width={COVER_SIZE.width}
          height={COVER_SIZE.height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          onError={() => setBroken([...broken, src])}
        />
      ) : (
        <span className="cover-none">
          <MediaTypeIcon code={item.fn_typ} />
        </span>
      )}
      <span className="sticker type" title={typeName(item.fn_typ)}>
        <MediaTypeIcon code={item.fn_typ} className="i-16" />
        {device ? t('card.device') : <span className="sr">{typeName(item.fn_typ)}</span>}
      </span>
      {flag && (
        <span className="sticker flag" title={t(`card.flag.${flag}`)}>
          {t(`card.flag.${flag}`)}
        </span>
      )}
      {item.duration || item.captions ? (
        <span className="sticker length num">
          {item.captions && (
            <span className="captioned" title={t('card.captions')}>
              <Captions className="i-16" />
              <span className="sr">{t('card.captions')}</span>
            </span>
          )}
          {item.duration ? length(item.duration, position) : null}
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

const length = (seconds: number, position?: number): string =>
  position ? `${formatDuration(position)} / ${formatDuration(seconds)}` : formatDuration(seconds);
