import type { LinkedItem } from '@fundus/contract/medialists/links';
import { CloudDownload } from 'lucide-react';
import { useT, type Translate } from '../../../i18n/translate.ts';
import type { Loading } from './load-ahead.ts';
import './presentation.css';
import type { LoadAheadState } from './use-load-ahead.ts';

/** Shows how many media are loaded, and on request the state of each medium. */
export function LoadedPanel({ items, ahead }: { items: readonly LinkedItem[]; ahead: LoadAheadState }) {
  const { t } = useT();
  const media = mediaOf(items);
  if (media.length === 0) return null;
  const loaded = media.filter(({ identifier }) => ahead.loading.get(identifier!)?.state === 'loaded').length;
  return (
    <details className="present-loaded">
      <summary title={t('list.present.loaded.hint')}>
        <CloudDownload aria-hidden="true" />
        {t('list.present.loaded', { loaded, count: media.length })}
      </summary>
      <div>
        <p>{t('list.present.loaded.hint')}</p>
        <ul>
          {media.map((item) => (
            <li key={item.id}>
              {item.title}
              <span className="small-print">{describeLoading(t, ahead.loading.get(item.identifier!))}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** Returns the available media without duplicates. */
export const mediaOf = (items: readonly LinkedItem[]): LinkedItem[] =>
  items.filter(
    (item, i) => item.identifier !== null && item.available && items.findIndex(({ identifier }) => identifier === item.identifier) === i,
  );

/** Returns the media that would be missing if the network failed. */
export const missingOf = (items: readonly LinkedItem[], ahead: LoadAheadState): LinkedItem[] =>
  mediaOf(items).filter(({ identifier }) => ahead.loading.get(identifier!)?.state !== 'loaded');

const describeLoading = (t: Translate, loading: Loading | undefined): string =>
  loading === undefined || loading.state === 'waiting'
    ? t('list.present.loading.waiting')
    : loading.state === 'loading'
      ? t('list.present.loading.share', { share: Math.round(loading.share * 100) })
      : loading.state === 'loaded'
        ? t('list.present.loading.loaded')
        : t(`list.present.loading.${loading.why}`);
