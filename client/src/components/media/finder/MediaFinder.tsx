/** Lets the user choose media and excerpts from a search, bookmarks, recently opened media and own material. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { excerpts, type ExcerptEntry } from '@fundus/contract/catalogue/excerpts';
import type { Endpoint } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library/library';
import { ownMaterial } from '@fundus/contract/own-material/own-material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Plus, Replace } from 'lucide-react';
import { query } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { formatExcerptTimes } from '../describe-excerpt.ts';
import { LicenceBadge } from '../LicenceBadge.tsx';
import { SmallCover } from './SmallCover.tsx';
import { SubjectChip } from './SubjectChip.tsx';
import { SCOPE_CALLS, USABLE_ONLY_QUERY } from '../../search/search-scope.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FindField } from '../../../ui/fields/FindField.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import '../../../ui/list.css';
import '../../lists/line.css';
import './media-finder.css';

type ShelfProps = {
  has: (identifier: string) => boolean;
  busy: boolean;
  instead: boolean;
  /** Returns why a medium cannot be picked, or `null` if it can. */
  refusal?: (item: MediaItem) => string | null;
  onPick: (item: MediaItem) => void;
};

export function SearchResults({
  scope,
  words,
  onWords,
  ...shelf
}: ShelfProps & { scope: keyof typeof SCOPE_CALLS; words: string; onWords: (words: string) => void }) {
  const { t } = useT();
  const q = useDebounced(words.trim(), 250);
  const found = useQuery({
    ...query(SCOPE_CALLS[scope].search, { query: { q, limit: 20, ...(shelf.refusal && scope !== 'meaning' && USABLE_ONLY_QUERY[scope]) } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <FindField wide label={t('search.label')} value={words} maxLength={200} autoComplete="off" onType={onWords} />
      <p className="small-print" role="status">
        {q === '' ? t('list.add.search.hint') : found.data && !found.isFetching ? t('list.add.found', { count: found.data.total }) : ''}
      </p>
      {q === '' ? (
        <StartShelf {...shelf} />
      ) : (
        <Rows items={found.data?.items ?? []} waiting={found.isLoading} error={found.error} {...shelf} />
      )}
    </>
  );
}

/** Shows the media that the user opened last, or bookmarks if there are none. */
function StartShelf(shelf: ShelfProps) {
  const { t } = useT();
  // The shelf stays mounted while this list loads, because it shows its placeholder and its error.
  const { isSuccess, items } = usePages(library.history, {});
  const source = isSuccess && items.length === 0 ? 'bookmarks' : 'recent';
  return (
    <section className="media-find-recent" aria-labelledby="media-find-recent">
      <h3 id="media-find-recent">{t(`list.add.source.${source}`)}</h3>
      <Shelf endpoint={source === 'recent' ? library.history : library.bookmarks} {...shelf} />
    </section>
  );
}

type ShelfEndpoint = typeof library.bookmarks | typeof library.history | typeof ownMaterial.list;

/** Message keys for shelves without content. */
const EMPTY = { bookmarks: 'library.bookmarks.empty.hint', recent: 'list.add.recent.none', own: 'list.add.own.none' } as const;
const nameOf = (endpoint: Endpoint): keyof typeof EMPTY =>
  endpoint === library.bookmarks ? 'bookmarks' : endpoint === ownMaterial.list ? 'own' : 'recent';

export function Shelf({ endpoint, ...shelf }: ShelfProps & { endpoint: ShelfEndpoint }) {
  const { t } = useT();
  const read = usePages(endpoint as typeof library.bookmarks, {});
  const items = read.items.flatMap(({ medium }) => medium ?? []);
  return (
    <>
      {read.data && items.length === 0 && <p className="quiet">{t(EMPTY[nameOf(endpoint)])}</p>}
      <Rows items={items} waiting={read.isLoading} error={read.error} {...shelf} />
      {read.hasNextPage && (
        <Button variant="line" disabled={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {t(read.isFetchingNextPage ? 'search.loadingMore' : 'search.more')}
        </Button>
      )}
    </>
  );
}

type RowsProps = ShelfProps & { items: readonly MediaItem[]; waiting: boolean; error: AppError | null };

function Rows({ items, waiting, error, has, busy, instead, refusal, onPick }: RowsProps) {
  const { t } = useT();
  if (waiting)
    return (
      <ShowDelayed>
        <Bar width="100%" height="12rem" />
      </ShowDelayed>
    );
  if (error) return <FormProblem>{t(`error.${error.code}`, { name: '' })}</FormProblem>;
  // Media that can be picked come first.
  const sorted = items.toSorted((a, b) => Number(Boolean(refusal?.(a))) - Number(Boolean(refusal?.(b))));
  return (
    <ul className="lines">
      {sorted.map((item) => {
        const there = has(item.identifier);
        const refused = refusal?.(item) ?? null;
        return (
          <li key={item.identifier} className="cover-row media-find">
            <SmallCover item={item} length />
            <div>
              <h3>{item.display.title}</h3>
              {item.display.subtitle && <p className="media-find-sub">{item.display.subtitle}</p>}
              <p className="line-facts">
                <SubjectChip codes={item.fn_geb} />
                {item.year && <span>{item.year}</span>}
                {there && (
                  <span className="media-find-there">
                    <Check className="i-16" /> {t('list.add.there')}
                  </span>
                )}
              </p>
              <LicenceBadge item={item} />
            </div>
            {refused ? (
              <p className="small-print">{refused}</p>
            ) : (
              <Button
                variant={there ? 'quiet' : 'line'}
                icon={instead ? <Replace /> : <Plus />}
                disabled={busy || (instead && there)}
                aria-label={t(instead ? 'list.replace.one' : there ? 'list.add.anyway.one' : 'list.add.one', { title: item.display.title })}
                onClick={() => onPick(item)}
              >
                <span className="only-wide">{t(instead ? 'list.replace.action' : there ? 'list.add.anyway' : 'list.add.here')}</span>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function Excerpts({ busy, onPick }: { busy: boolean; onPick: (excerpt: ExcerptEntry) => void }) {
  const { t } = useT();
  const own = useQuery({ ...queryAll(excerpts.listExcerpts, { query: { show: 'own' } }), staleTime: 0 });
  const bookmarked = useQuery({ ...queryAll(excerpts.listExcerpts, { query: { show: 'bookmarked' } }), staleTime: 0 });
  const items = [...(own.data?.items ?? []), ...(bookmarked.data?.items ?? [])].filter(({ gone, medium }) => !gone && medium);
  if (!own.data || !bookmarked.data) return null;
  if (items.length === 0) return <p className="quiet">{t('library.excerpts.own.hint')}</p>;
  return (
    <ul className="lines">
      {items.map((one) => (
        <li key={one.id} className="cover-row media-find">
          <SmallCover item={one.medium} />
          <div>
            <h3>{one.title}</h3>
            <p className="media-find-sub">{t('excerpts.of', { title: one.medium_title, times: formatExcerptTimes(one) })}</p>
          </div>
          <Button
            variant="line"
            icon={<Plus />}
            disabled={busy}
            aria-label={t('list.add.one', { title: one.title })}
            onClick={() => onPick(one)}
          >
            <span className="only-wide">{t('list.add.here')}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
