import type { MediumAppearance } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Clock, Download, Gift, Scissors, Share2, Users, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Link } from '../../../../ui/Link.tsx';
import { sideQueries } from './side-queries.ts';
import './medium-side.css';

const SIGNS: Record<MediumAppearance['kind'], LucideIcon> = {
  classes: Users,
  shared: Share2,
  bookmarks: Bookmark,
  excerpts: Scissors,
  history: Clock,
  downloads: Download,
  wishes: Gift,
};

type Props = { identifier: string; /** Kind of medium, used in the address of a class. */ mediaType: 'media' | 'app' | 'book' };

/** Shows where the user has this medium, with links. Renders nothing if the user has it nowhere. */
export function MediumAppearances({ identifier, mediaType }: Props) {
  const { t, locale } = useT();
  const id = useId();
  const { data } = useQuery(sideQueries(identifier).appearances);
  const appearances = data?.items ?? [];
  if (appearances.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('media.appearances')}</h2>
      <ul className="medium-appearances">
        {appearances.map(({ kind, at, count, note, classes }) => {
          const Sign = SIGNS[kind];
          return (
            <li key={kind}>
              <Sign />
              <div>
                {/* Excerpts are shown on this page, so they need no link. */}
                {kind === 'excerpts' || kind === 'classes' ? (
                  t(`media.appearances.${kind}`, { count })
                ) : (
                  <Link href={href('library', { tab: kind })}>{t(`media.appearances.${kind}`, { count })}</Link>
                )}
                {classes.map(({ id: classId, name }) => (
                  <Link
                    key={classId}
                    className="medium-appearance"
                    href={href('class-media-detail', { id: classId, mediaType, mediaId: identifier })}
                  >
                    {name}
                  </Link>
                ))}
                <span className="small-print">{t(`media.appearances.${kind}.at`, { date: formatDate(at, 'short', locale) })}</span>
                {note && <span className="small-print">{t('media.appearances.note', { note })}</span>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
