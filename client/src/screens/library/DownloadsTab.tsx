import { library, type DownloadEntry } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { Download } from 'lucide-react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { SaveLink, type DownloadSource } from '../../components/media/SaveLink.tsx';
import { formatBytes, formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Pages } from '../../components/lists/Pages.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import '../../ui/button.css';

/** Lists downloaded files, which can be downloaded again as long as the licence allows it. */
export function DownloadsTab() {
  const { t, locale } = useT();
  const list = usePages(library.downloads, {});
  const facts = ({ name, bytes, at, allowed_until }: DownloadEntry) => [
    name,
    formatBytes(bytes, locale),
    t('library.downloaded', { date: formatDate(at, 'short', locale) }),
    allowed_until && t('library.until', { date: formatDate(allowed_until, 'short', locale) }),
  ];
  const saving: DownloadSource = {
    signedAt: list.dataUpdatedAt,
    renew: async (id) => {
      const { data } = await list.refetch();
      const entries = data?.pages.flatMap((page) => page.items as DownloadEntry[]);
      return entries?.find((entry) => entry.file_id === id)?.href ?? null;
    },
  };
  return (
    <Pages
      list={list}
      empty={
        <EmptyState icon={<Download />} title={t('library.downloads.empty')}>
          <p>{t('library.downloads.empty.hint')}</p>
          <ButtonLink variant="line" href={href('search')}>
            {t('offline.empty.search')}
          </ButtonLink>
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
              <SaveLink
                className="btn btn-line"
                id={entry.file_id}
                href={entry.href}
                saving={saving}
                aria-label={t('library.downloads.again.named', { name: entry.name })}
              >
                <Download />
                {t('library.downloads.again')}
              </SaveLink>
            )
          }
        />
      ))}
    </Pages>
  );
}
