import { catalogue, type MediaItem } from '@fundus/contract/catalogue';
import { gradeLabel, gradeSpan } from '@fundus/contract/reference/grade-levels';
import { href } from '@fundus/contract/screens';
import { Bookmark, Building2, Download, EllipsisVertical, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { languageName } from '../i18n/format.ts';
import { useT, type Translate } from '../i18n/translate.ts';
import { useSession } from '../stores/session.ts';
import { showSnackbar } from '../stores/snackbar.ts';
import { IconButton } from '../ui/Button.tsx';
import { Link } from '../ui/Link.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { Cover } from './Cover.tsx';
import { LicenceBadge } from './LicenceBadge.tsx';
import './media-card.css';
import { mediaHref, type MediaPlace } from './media-place.ts';
import { searchScope } from './search-scope.ts';
import { SubjectChip } from './SubjectChip.tsx';
import { useBookmark } from './use-bookmark.ts';

type Props = {
  item: MediaItem;
  /** The list it stands in decides the address of its page. */
  place: MediaPlace;
  position?: number;
  eager?: boolean;
  /** The page of the medium is being opened. */
  onOpen?: () => void;
};

/** Cover, title, one line of facts; the whole card opens the medium, bookmark and menu stand on it. */
export function MediaCard({ item, place, position, eager, onOpen }: Props) {
  const { t, locale } = useT();
  const { marked, toggle } = useBookmark(item);
  const to = mediaHref(place, item.identifier);
  const lang = foreign(item);
  return (
    <article className="card">
      <Cover item={item} position={position} eager={eager} />
      <div className="card-text">
        <h3>
          <Link href={to} lang={lang} onClick={onOpen}>
            {item.display.title}
          </Link>
        </h3>
        {item.display.subtitle && (
          <p className="sub" lang={lang}>
            {item.display.subtitle}
          </p>
        )}
        <p className="facts">
          <SubjectChip codes={item.fn_geb} />
          <Facts item={item} t={t} locale={locale} />
        </p>
        {item.meant && item.meant.near.length > 0 && <p className="meant">{t('card.meant', { words: item.meant.near.join(', ') })}</p>}
        <LicenceBadge item={item} />
      </div>
      <IconButton
        className="mark-btn"
        label={t('card.bookmark', { title: item.fn_titel })}
        title={t(marked ? 'card.bookmark.remove' : 'card.bookmark.add')}
        icon={<Bookmark />}
        pressed={marked}
        onClick={toggle}
      />
      <CardMenu item={item} to={to} />
    </article>
  );
}

/** Grades, language if it is not German, year; parted by dots. */
function Facts({ item, t, locale }: { item: MediaItem; t: Translate; locale: string }): ReactNode {
  const grades = gradesText(item.fn_adressat, t);
  return (
    <>
      {grades && <span>{grades}</span>}
      {languages(item, t, locale).map((name) => (
        <span key={name}>{name}</span>
      ))}
      {item.year && <span className="year">{item.year}</span>}
    </>
  );
}

/** "Kl. 5–8", or the name of the only kind of school it is for. */
export function gradesText(codes: readonly string[], t: Translate): string {
  const span = gradeSpan(codes);
  if (span) return span.from === span.to ? t('card.grade', { from: span.from }) : t('card.grades', span);
  const known = codes.filter((code) => code !== 'A');
  return known.length === 1 ? gradeLabel(known[0]!) : '';
}

/** Codes of our field (easy language, with subtitles, without words) have words of their own. */
const OWN_LANGUAGES = { s1: 'language.s1', p1: 'language.p1', o1: 'language.o1', o2: 'language.o2' } as const;

export const languages = (item: Pick<MediaItem, 'fn_sprache'>, t: Translate, locale: string): string[] =>
  item.fn_sprache
    .filter((code) => code !== 'de')
    .slice(0, 2)
    .map((code) => (code in OWN_LANGUAGES ? t(OWN_LANGUAGES[code as keyof typeof OWN_LANGUAGES]) : languageName(code, locale)));

/** The language of the title, where it is not German. */
function foreign({ fn_sprache }: MediaItem): string | undefined {
  if (fn_sprache.length === 0 || fn_sprache.some((code) => code === 'de' || code in OWN_LANGUAGES)) return undefined;
  return fn_sprache[0];
}

function CardMenu({ item, to }: { item: MediaItem; to: string }) {
  const { t } = useT();
  const session = useSession();
  const scope = searchScope(session);
  const items: MenuItem[] = [{ kind: 'link', label: t('card.details'), icon: <Info />, href: to }];
  if (item.can.download) items.push({ label: t('card.download'), icon: <Download />, onSelect: () => void download(item, to, t) });
  if (scope && item.fn_prodname) {
    items.push({
      kind: 'link',
      label: t('card.moreOf', { producer: item.fn_prodname }),
      icon: <Building2 />,
      href: href(scope, {}, { filter_fn_prodname: item.fn_prodname }),
    });
  }
  return (
    <Menu label={t('card.menu', { title: item.fn_titel })} className="menu-btn" trigger={<EllipsisVertical />} sections={[{ items }]} />
  );
}

/** One file is saved at once; where there are several, the page of the medium lets the person choose. */
async function download(item: MediaItem, to: string, t: Translate): Promise<void> {
  try {
    const detail = await call(catalogue.detail, { params: { identifier: item.identifier } });
    const files = detail.files.filter((file) => file.role === 'main' && file.download_href);
    location.assign(files.length === 1 ? files[0]!.download_href! : to);
  } catch {
    showSnackbar({ text: t('card.download.failed'), type: 'error' });
  }
}
