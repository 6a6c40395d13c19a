import { library, type DownloadEntry } from '@fundus/contract/library';
import { Download } from 'lucide-react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { formatBytes, formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Pages } from './Pages.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { usePages } from './use-pages.ts';

/** Files the person fetched; again as long as the licence allows it. */
export function DownloadsTab() {
  const { t, locale } = useT();
  const list = usePages(library.downloads, {});
  const facts = ({ name, bytes, at, allowed_until }: DownloadEntry) => [
    name,
    formatBytes(bytes, locale),
    t('library.downloaded', { date: formatDate(at, 'short', locale) }),
    allowed_until && t('library.until', { date: formatDate(allowed_until, 'short', locale) }),
  ];
  return (
    <Pages
      list={list}
      empty={
        <EmptyState icon={<Download />} title={t('library.downloads.empty')}>
          <p>{t('library.downloads.empty.hint')}</p>
        </EmptyState>
      }
    >
      {list.items.map((entry) => (
        <ShelfRow
          key={entry.file_id}
          medium={entry.medium}
          facts={facts(entry)}
          wide
          actions={
            entry.href && (
              <ButtonLink variant="line" href={entry.href} icon={<Download />} aria-label={t('library.downloads.again.named', { name: entry.name })}>
                {t('library.downloads.again')}
              </ButtonLink>
            )
          }
        />
      ))}
    </Pages>
  );
}
