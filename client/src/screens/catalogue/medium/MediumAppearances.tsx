import { library, type MediumPlace } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Clock, Download, Gift, Scissors, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { query } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import './medium-side.css';

const SIGNS: Record<MediumPlace['kind'], LucideIcon> = {
  bookmarks: Bookmark,
  excerpts: Scissors,
  history: Clock,
  downloads: Download,
  wishes: Gift,
};

/** Where the person has this medium already, each with the way there. Nothing where it is new to them. */
export function MediumAppearances({ identifier }: { identifier: string }) {
  const { t, locale } = useT();
  const id = useId();
  // What was done a moment ago must be there.
  const { data } = useQuery({ ...query(library.places, { params: { mediaId: identifier } }), staleTime: 0 });
  const places = data?.items ?? [];
  if (places.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('media.places')}</h2>
      <ul className="medium-places">
        {places.map(({ kind, at, count, note }) => {
          const Sign = SIGNS[kind];
          return (
            <li key={kind}>
              <Sign />
              <div>
                {/* Excerpts stand on this page. */}
                {kind === 'excerpts' ? (
                  t('media.places.excerpts', { count })
                ) : (
                  <Link href={href('library', { tab: kind })}>{t(`media.places.${kind}`, { count })}</Link>
                )}
                <span className="small-print">{t(`media.places.${kind}.at`, { date: formatDate(at, 'short', locale) })}</span>
                {note && <span className="small-print">{t('media.places.note', { note })}</span>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
