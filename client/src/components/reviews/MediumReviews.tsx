import { CRITERIA, type Criterion } from '@fundus/contract/reviews/rules';
import { reviews, type Recommendation, type Review } from '@fundus/contract/reviews/reviews';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Award, Flag, MessageSquarePlus, SquarePen } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { keyOf, query, useCall } from '../../api/query.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { gradeName, nameOfCode } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Stars } from '../../ui/fields/Stars.tsx';
import './medium-reviews.css';
import { loadLater } from '../../ui/load-later.tsx';

const ReviewDialog = loadLater(async () => (await import('./ReviewDialog.tsx')).ReviewDialog);
const RecommendDialog = loadLater(async () => (await import('./RecommendDialog.tsx')).RecommendDialog);

const FIRST = 5;

type Props = {
  /** True if the medium was opened on this page, so that a review may now be allowed. */
  opened: boolean;
  identifier: string;
  title: string;
  subjects: readonly string[];
  labels: Record<string, string>;
};

/** Shows the recommendation and the reviews of a medium: the average to all users, the texts to teachers. */
export function MediumReviews({ opened, identifier, title, subjects, labels }: Props) {
  const { t, locale } = useT();
  const id = useId();
  const [limit, setLimit] = useState(FIRST);
  const [open, setOpen] = useState<'review' | 'recommend' | null>(null);
  const { data } = useQuery({
    ...query(reviews.ofMedium, { params: { mediaId: identifier }, query: { limit } }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const client = useQueryClient();
  useEffect(() => {
    if (opened) void client.invalidateQueries({ queryKey: keyOf(reviews.ofMedium) });
  }, [client, opened]);
  if (!data) return null;
  const { average, total, recommendation, own, can, items, criteria } = data;
  const others = total - (own?.state === 'published' ? 1 : 0);
  const rated = CRITERIA.filter((criterion) => criteria[criterion] !== null);
  const close = () => setOpen(null);
  if (total === 0 && !recommendation && !can.read && !can.recommend) return null;
  return (
    <section className="block-s medium-reviews" aria-labelledby={id}>
      {recommendation && <Recommended recommendation={recommendation} />}
      <div className="review-head">
        <h2 id={id}>{t('review.title')}</h2>
        <div className="review-does">
          {can.recommend && (
            <Button icon={<Award />} onClick={() => setOpen('recommend')}>
              {t(recommendation ? 'review.recommend.change' : 'review.recommend')}
            </Button>
          )}
          {(can.review || own) && (
            <Button variant="line" icon={own ? <SquarePen /> : <MessageSquarePlus />} onClick={() => setOpen('review')}>
              {t(own ? 'review.change' : 'review.write')}
            </Button>
          )}
        </div>
      </div>
      {average === null ? (
        <p className="quiet">{t(total === 0 ? 'review.none' : 'review.few', { count: total })}</p>
      ) : (
        <p className="review-mean">
          <strong>{formatNumber(average, locale)}</strong>
          <Stars value={average} label={t('review.stars', { count: average })} />
          <span className="quiet">{t('review.count', { count: total })}</span>
        </p>
      )}
      {rated.length > 0 && (
        <dl className="review-criteria">
          {rated.map((criterion) => (
            <div key={criterion}>
              <dt>{t(`review.criterion.${criterion}`)}</dt>
              <dd>{formatNumber(criteria[criterion] ?? 0, locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      {can.open && !own && <p className="quiet small">{t('review.openFirst')}</p>}
      {own && own.state !== 'published' && <p className="quiet small">{t(`review.own.${own.state}`)}</p>}
      {items.length > 0 && (
        <ul className="review-list lines">
          {items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
      {can.read && others > items.length && limit < 100 && (
        <Button onClick={() => setLimit(100)}>{t('review.more', { count: others - items.length })}</Button>
      )}
      {open &&
        (open === 'review' ? (
          <ReviewDialog identifier={identifier} title={title} own={own} subjects={subjects} labels={labels} onClose={close} />
        ) : (
          <RecommendDialog identifier={identifier} title={title} recommendation={recommendation} onClose={close} />
        ))}
    </section>
  );
}

function Recommended({ recommendation: { text, curriculum, lessons, valid_until } }: { recommendation: Recommendation }) {
  const { t, locale } = useT();
  const id = useId();
  return (
    <div className="recommended" role="group" aria-labelledby={id}>
      <h2 id={id}>
        <Award />
        {t('review.recommended')}
      </h2>
      <p>{text}</p>
      {curriculum && (
        <p>
          <strong>{t('review.curriculum')}</strong> {curriculum}
        </p>
      )}
      {lessons && (
        <p>
          <strong>{t('review.lessons')}</strong> {lessons}
        </p>
      )}
      {valid_until && <p className="small quiet">{t('review.validUntil', { date: formatDate(valid_until, 'long', locale) })}</p>}
    </div>
  );
}

function Line({ item }: { item: Review }) {
  const { t, locale } = useT();
  const flag = useCall(reviews.flag, { refreshes: [reviews.ofMedium] });
  const given = CRITERIA.flatMap((criterion: Criterion) => {
    const stars = item[criterion];
    return stars === null ? [] : [`${t(`review.criterion.${criterion}`)} ${stars}`];
  });
  const subject = item.subject && nameOfCode(item.subject.code, item.subject.label);
  return (
    <li>
      <p className="review-line">
        <Stars value={item.stars} label={t('review.stars', { count: item.stars })} />
        <span className="quiet small">
          {joinFacts([
            item.by ?? t('review.anonymous'),
            subject,
            item.grade && gradeName(item.grade),
            formatDate(item.changed_at, 'short', locale),
          ])}
        </span>
      </p>
      {item.text && <p className="review-text">{item.text}</p>}
      {item.tips && (
        <p className="review-text">
          <strong>{t('review.tips')}</strong> {item.tips}
        </p>
      )}
      {given.length > 0 && <p className="quiet small">{joinFacts(given)}</p>}
      {item.can.flag && (
        <Button
          flush
          className="review-flag"
          icon={<Flag className="i-16" />}
          disabled={flag.isPending}
          onClick={() =>
            flag.mutate(
              { params: { id: item.id } },
              {
                onSuccess: () => showSnackbar({ text: t('review.flagged') }),
                onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
              },
            )
          }
        >
          {t('review.flag')}
        </Button>
      )}
    </li>
  );
}
