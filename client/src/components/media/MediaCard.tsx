import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ExcerptOf } from '@fundus/contract/catalogue/excerpts';
import { gradeSpan } from '@fundus/contract/reference/grade-levels';
import { Bookmark, Check, Download, ExternalLink } from 'lucide-react';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { gradeName, isSpecialLanguage, mainSubjectName, mediaLanguageName } from '../../i18n/reference-names.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { CardMenu } from './CardMenu.tsx';
import { isClosed, sourceOf } from './card-state.ts';
import { Cover } from './Cover.tsx';
import { describeExcerpt } from './describe-excerpt.ts';
import { LicenceBadge } from './LicenceBadge.tsx';
import './media-grid.css';
import './media-card.css';
import { mediaHref, type MediaContext } from './media-context.ts';
import { formatGradeSpan } from './format-grade-span.ts';
import { SubjectChip } from './finder/SubjectChip.tsx';
import { subjectOf } from '../../theme/subject-styles.ts';
import { useBookmark } from './use-bookmark.ts';
import { useDownload } from './use-download.ts';

type Props = {
  item: MediaItem;
  /** List that shows the card. It determines the address of the medium's page. */
  context: MediaContext;
  /** Excerpt that was shared instead of the whole medium. */
  excerpt?: ExcerptOf | null;
  position?: number;
  eager?: boolean;
  /** True to omit the marks "new" and "recommended". */
  plain?: boolean;
  /** Called when the user opens the page of the medium. */
  onOpen?: () => void;
  /** Set in selection mode, in which the whole card is a check box. */
  choice?: { chosen: boolean; onToggle: () => void };
};

/**
 * Shows cover, title and facts of a medium. The whole card links to the medium's page; the bookmark and menu buttons lie above the link
 * (docs/behaviour/catalogue.md#cards).
 */
export function MediaCard({ item, context, excerpt = null, position, eager, plain, onOpen, choice }: Props) {
  const { t, locale } = useT();
  const session = useSession();
  const to = mediaHref(context, item.identifier, excerpt?.id);
  const title = excerpt?.title ?? item.display.title;
  const subtitle = excerpt ? describeExcerpt(t, excerpt, item.display.title) : item.display.subtitle;
  const lang = foreign(item);
  const others = languages(item, t, locale).length + (sourceOf(item) === null ? 0 : 1);
  const card = useRef<HTMLElement>(null);
  const [tip, setTip] = useState<string>();
  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setTip(truncatedText(card.current));
  };
  return (
    <article
      ref={card}
      className="card"
      data-closed={isClosed(item, session) || undefined}
      data-chosen={choice?.chosen || undefined}
      onPointerEnter={onPointerEnter}
    >
      <Cover item={item} position={position} eager={eager} plain={plain} />
      <div className="card-text">
        <h3 lang={lang}>
          {choice ? (
            <label>
              <input type="checkbox" checked={choice.chosen} onChange={choice.onToggle} />
              {title}
            </label>
          ) : (
            <Link href={to} lang={lang} title={tip} onClick={onOpen}>
              {title}
            </Link>
          )}
        </h3>
        {subtitle && (
          <p className="sub" lang={lang}>
            {subtitle}
          </p>
        )}
        <p className={others > 0 ? 'facts facts-full' : 'facts'}>
          <SubjectChip codes={item.fn_geb} />
          <Facts item={item} t={t} locale={locale} />
        </p>
        {item.meant && item.meant.near.length > 0 && <p className="meant">{t('card.meant', { words: item.meant.near.join(', ') })}</p>}
        {item.fits && item.fits.length > 0 && <Fits needs={item.fits} />}
        {item.reason && <Reason item={item} reason={item.reason} to={to} />}
        <LicenceBadge item={item} />
      </div>
      {!choice && <CardActions item={item} to={to} />}
    </article>
  );
}

/** Shows where a search match outside the title was found. A time links to that position in the player. */
function Reason({ item, reason, to }: { item: MediaItem; reason: NonNullable<MediaItem['reason']>; to: string }) {
  const { t } = useT();
  const { where, at, text } = reason;
  const time = at === null ? null : formatDuration(at);
  const timed = time !== null && (where === 'captions' || where === 'part');
  const label = timed ? t(`card.reason.${where}At`, { time }) : t(`card.reason.${where}`);
  const opens = timed && item.can.play && !item.draft;
  const cut = where === 'text' && !/[.!?…]\s*$/u.test(text.at(-1)?.text ?? '');
  return (
    <p className="facts card-reason">
      {opens ? (
        <Link
          className="card-time"
          href={`${to}${to.includes('?') ? '&' : '?'}t=${at}`}
          aria-label={t('card.reason.open', { reason: label, title: item.fn_titel })}
        >
          {label}
        </Link>
      ) : (
        <span>{label}</span>
      )}{' '}
      <q>
        {text.map((piece, i) => (piece.mark ? <mark key={i}>{piece.text}</mark> : piece.text))}
        {cut && '\u00a0…'}
      </q>
    </p>
  );
}

/** Shows which needs of the class the medium meets. */
function Fits({ needs }: { needs: NonNullable<MediaItem['fits']> }) {
  const { t } = useT();
  return (
    <p className="facts card-fits">
      <span>
        <Check className="i-16" />
        {t('card.fits', { needs: needs.map((need) => t(`class.need.${need}`)).join(', ') })}
      </span>
    </p>
  );
}

/** Shows up to three actions on the card: opening, bookmark and, on hover, download. All other actions are in the menu. */
function CardActions({ item, to }: { item: MediaItem; to: string }) {
  const { t } = useT();
  const { offered, marked, toggle } = useBookmark(item);
  const download = useDownload(item, to);
  return (
    <>
      {offered && (
        <IconButton
          className="mark-btn"
          label={t('card.bookmark', { title: item.fn_titel })}
          title={t(marked ? 'card.bookmark.remove' : 'card.bookmark.add')}
          icon={<Bookmark />}
          pressed={marked}
          onClick={toggle}
        />
      )}
      {download && (
        // Keyboard users find the download in the menu, which saves a tab stop on each card.
        <IconButton
          className="quick-btn"
          label={t('card.download.named', { title: item.fn_titel })}
          title={t('card.download')}
          icon={<Download />}
          tabIndex={-1}
          onClick={download}
        />
      )}
      <CardMenu item={item} to={to} onDownload={download} />
    </>
  );
}

/** Returns the full text of the card's truncated lines, or undefined if none is truncated. */
function truncatedText(card: HTMLElement | null): string | undefined {
  const cut = [...(card?.querySelectorAll('h3, .sub') ?? [])].filter((line) => line.scrollHeight > line.clientHeight + 1);
  return cut.map((line) => (line.textContent ?? '').replaceAll('\u00ad', '')).join('\n') || undefined;
}

/** Shows grades, languages other than German, year and external source. */
function Facts({ item, t, locale }: { item: MediaItem; t: Translate; locale: string }): ReactNode {
  const grades = gradesText(item.fn_adressat, t);
  const subject = subjectOf(item.fn_geb);
  const chip = subject && mainSubjectName(subject);
  const source = sourceOf(item);
  return (
    <>
      {grades && grades.toLowerCase() !== chip?.toLowerCase() && <span>{grades}</span>}
      {languages(item, t, locale).map((name) => (
        <span key={name}>{name}</span>
      ))}
      {item.year && <span className="year">{item.year}</span>}
      {source !== null && (
        <span className="outside" title={t('card.source')}>
          <ExternalLink className="i-16" />
          <span title={source || undefined}>
            {source ? (
              <>
                <span className="sr">{t('card.source')}: </span>
                {source}
              </>
            ) : (
              t('card.source')
            )}
          </span>
        </span>
      )}
    </>
  );
}

/** Returns the grades, such as "Kl. 5–8". Without grades, returns the name of the type of school if there is only one. */
export function gradesText(codes: readonly string[], t: Translate): string {
  const span = gradeSpan(codes);
  if (span) return formatGradeSpan(t, 'card', span);
  const known = codes.filter((code) => code !== 'A');
  return known.length === 1 ? gradeName(known[0]!) : '';
}

export const languages = (item: Pick<MediaItem, 'fn_sprache'>, t: Translate, locale: string): string[] =>
  item.fn_sprache
    .filter((code) => code !== 'de')
    .slice(0, 2)
    .map((code) => mediaLanguageName(code, t, locale));

/** Returns the language of a title that is not in German. */
function foreign({ fn_sprache }: MediaItem): string | undefined {
  if (fn_sprache.length === 0 || fn_sprache.some((code) => code === 'de' || isSpecialLanguage(code))) return undefined;
  return fn_sprache[0];
}
