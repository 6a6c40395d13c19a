import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { gradeSpan } from '@fundus/contract/reference/grade-levels';
import { mediaType } from '@fundus/contract/reference/media-types';
import { type ReactNode } from 'react';
import type { MediaContext } from '../../../components/media/media-context.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { spokenTime } from '../../../player/playback/time.ts';
import { formatGradeSpan } from '../../../components/media/format-grade-span.ts';
import { SubjectChip } from '../../../components/media/finder/SubjectChip.tsx';
import { gradeName, nameOfCode } from '../../../i18n/reference-names.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { useSearchScope } from './side/scope-of.ts';
import './medium.css';
import { scopeHref } from '../../../components/search/search-scope.ts';
import { loadLater } from '../../../ui/load-later.tsx';

/** Loaded on demand, because few media are drafts. */
const DraftNote = loadLater(async () => (await import('./DraftNote.tsx')).DraftNote);

type Props = {
  detail: MediaDetail;
  context: MediaContext;
  /** Title of the displayed part of the medium, or `null`. */
  part: string | null;
  /** Buttons below the facts. */
  children: ReactNode;
};

/** Shows title, facts and actions of a medium. */
export function MediumHeader({ detail, context, part, children }: Props) {
  const { t } = useT();
  const scope = useSearchScope(context);
  const lang = foreign(detail.fn_sprache);
  const grades = gradesOf(detail.fn_adressat, t);
  return (
    <>
      <header className="medium-title" lang={lang}>
        <PageHeading title={part ?? detail.fn_titel}>{part ?? detail.display.title}</PageHeading>
        {part !== null ? (
          <p className="medium-lead">{t('media.part.of', { title: detail.display.title })}</p>
        ) : (
          detail.display.subtitle && <p className="medium-lead">{detail.display.subtitle}</p>
        )}
      </header>
      <p className="medium-facts">
        <SubjectChip codes={detail.fn_geb} />
        <span>{kindAndLength(detail, t)}</span>
        {grades && <span>{grades}</span>}
        {detail.year && <span>{detail.year}</span>}
        {detail.fn_prodname && (
          <span>
            {scope ? (
              <Link href={scopeHref(scope, { filter_fn_prodname: detail.fn_prodname })}>{detail.fn_prodname}</Link>
            ) : (
              detail.fn_prodname
            )}
          </span>
        )}
      </p>
      {detail.draft && <DraftNote detail={detail} />}
      {children}
    </>
  );
}

/** Returns kind and duration, such as "Film, 24 Minuten". The duration of short media includes seconds. */
function kindAndLength(detail: MediaDetail, t: Translate): string {
  const { class: kind, label } = mediaType(detail.fn_typ);
  const name =
    kind === 'video' || kind === 'audio' ? t(`media.kind.${kind}`) : nameOfCode(detail.fn_typ, detail.labels[detail.fn_typ] ?? label);
  if (!detail.duration) return name;
  const rounded = detail.duration >= 300 ? Math.round(detail.duration / 60) * 60 : detail.duration;
  return `${name}, ${spokenTime(rounded, t)}`;
}

function gradesOf(codes: readonly string[], t: Translate): string {
  const span = gradeSpan(codes);
  if (span) return formatGradeSpan(t, 'media', span);
  const known = codes.filter((code) => code !== 'A');
  return known.length > 0 && known.length < 3 ? known.map(gradeName).join(', ') : '';
}

/** Returns the language of title and text if there is exactly one and it is not German. */
const foreign = (codes: readonly string[]): string | undefined =>
  codes.length === 1 && /^[a-z]{2,3}$/.test(codes[0]!) && codes[0] !== 'de' ? codes[0] : undefined;
