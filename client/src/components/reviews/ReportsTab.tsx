import { isDistrictAdmin } from '@fundus/contract/access';
import { nextReportStates } from '@fundus/contract/reviews/rules';
import { reviews, type FlaggedReview, type Report } from '@fundus/contract/reviews/reviews';
import { href } from '@fundus/contract/screens';
import { Flag, Inbox, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Link } from '../../ui/Link.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import { Stars } from '../../ui/fields/Stars.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { Pages } from '../lists/Pages.tsx';
import '../lists/line.css';
import '../lists/shelf.css';
import './reports-tab.css';
import { usePages } from '../lists/use-pages.ts';
import { loadLater } from '../../ui/load-later.tsx';

const WordsDialog = loadLater(async () => (await import('./WordsDialog.tsx')).WordsDialog);

const VIEWS = ['open', 'settled', 'flagged', 'hidden'] as const;
type View = (typeof VIEWS)[number];

const refreshes = { refreshes: [reviews.reports, reviews.flagged, reviews.ofMedium] };

/** Shows reported problems and pending reviews to the editors. */
export function ReportsTab() {
  const { t } = useT();
  const { user } = useSession();
  const [view, setView] = useState<View>('open');
  const [words, setWords] = useState(false);
  return (
    <>
      <div className="shelf-views">
        <Segment
          label={t('report.view')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`report.view.${value}`) }))}
          onChange={setView}
        />
        {user && isDistrictAdmin(user) && (
          <Button flush="phone" icon={<ListFilter />} onClick={() => setWords(true)}>
            {t('review.words')}
          </Button>
        )}
      </div>
      {words && <WordsDialog onClose={() => setWords(false)} />}
      {view === 'open' || view === 'settled' ? <Reports state={view} /> : <ReportedReviews hidden={view === 'hidden'} />}
    </>
  );
}

function Reports({ state }: { state: 'open' | 'settled' }) {
  const { t } = useT();
  const list = usePages(reviews.reports, { state });
  const [settling, setSettling] = useState<Report | null>(null);
  return (
    <>
      <Pages
        list={list}
        empty={
          <EmptyState icon={<Inbox />} title={t(`report.none.${state}`)}>
            {state === 'open' && <p>{t('report.none.open.hint')}</p>}
          </EmptyState>
        }
      >
        {list.items.map((report) => (
          <ReportRow key={report.id} report={report} onSettle={() => setSettling(report)} />
        ))}
      </Pages>
      {settling && <SettleDialog report={settling} onClose={() => setSettling(null)} />}
    </>
  );
}

function ReportRow({ report, onSettle }: { report: Report; onSettle: () => void }) {
  const { t, locale } = useT();
  const { medium, reason, text, by, state, answer, at } = report;
  return (
    <li className="report-row">
      <div>
        <h2>{medium.there ? <Link href={href('media', { id: medium.identifier })}>{medium.fn_titel}</Link> : medium.fn_titel}</h2>
        <p className="line-facts">
          <span>{t(`report.reason.${reason}`)}</span>
          <span>{by ?? t('report.by.nobody')}</span>
          <span>{formatDate(at, 'short', locale)}</span>
          <span>{t(`report.state.${state}`)}</span>
        </p>
        {text && <p className="shelf-note">{text}</p>}
        {answer && <p className="small">{t('report.answered', { answer })}</p>}
      </div>
      <Button variant="line" onClick={onSettle}>
        {t(state === 'new' || state === 'checked' ? 'report.settle' : 'report.again')}
      </Button>
    </li>
  );
}

function SettleDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useT();
  const [answer, setAnswer] = useState(report.answer);
  const settle = useCall(reviews.settle, refreshes);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('report.settle.title', { title: report.medium.fn_titel })}
      closeLabel={t('app.close')}
      foot={nextReportStates(report.state).map((state) => (
        <Button
          key={state}
          variant={state === 'fixed' ? 'primary' : 'line'}
          disabled={settle.isPending}
          onClick={() =>
            settle.mutate(
              { params: { id: report.id }, body: { state, answer } },
              {
                onSuccess: () => {
                  onClose();
                  showSnackbar({ text: t(`report.became.${state as 'checked' | 'fixed' | 'rejected'}`), type: 'success' });
                },
              },
            )
          }
        >
          {t(`report.to.${state as 'checked' | 'fixed' | 'rejected'}`)}
        </Button>
      ))}
    >
      {report.text && <p className="shelf-note report-said">{report.text}</p>}
      <TextArea
        label={t('report.answer')}
        hint={t(report.answerable ? 'report.answer.hint' : 'report.answer.nobody')}
        value={answer}
        rows={3}
        maxLength={1_500}
        error={settle.error && t(`error.${settle.error.code}`)}
        onChange={(event) => setAnswer(event.target.value)}
      />
    </Dialog>
  );
}

function ReportedReviews({ hidden }: { hidden: boolean }) {
  const { t } = useT();
  const list = usePages(reviews.flagged, { hidden: String(hidden) });
  return (
    <Pages list={list} empty={<EmptyState icon={<Flag />} title={t(hidden ? 'report.none.hidden' : 'report.none.flagged')} />}>
      {list.items.map((review) => (
        <FlaggedRow key={review.id} review={review} />
      ))}
    </Pages>
  );
}

function FlaggedRow({ review }: { review: FlaggedReview }) {
  const { t, locale } = useT();
  const decide = useCall(reviews.decide, refreshes);
  const { id, medium, stars, text, tips, flags, state, changed_at } = review;
  const decideTo = (next: 'published' | 'hidden') =>
    decide.mutate(
      { params: { id }, body: { state: next } },
      {
        onSuccess: () => showSnackbar({ text: t(`review.became.${next}`), type: 'success' }),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return (
    <li className="report-row">
      <div>
        <h2>
          <Link href={href('media', { id: medium.identifier })}>{medium.fn_titel}</Link>
        </h2>
        <p className="line-facts">
          <Stars value={stars} label={t('review.stars', { count: stars })} />
          <span>{flags > 0 ? t('report.flags', { count: flags }) : t('report.byFilter')}</span>
          <span>{formatDate(changed_at, 'short', locale)}</span>
        </p>
        {text && <p className="shelf-note">{text}</p>}
        {tips && <p className="shelf-note">{tips}</p>}
      </div>
      <div className="shelf-actions">
        <Button variant="line" disabled={decide.isPending} onClick={() => decideTo('published')}>
          {t('review.show')}
        </Button>
        {state !== 'hidden' && (
          <Button disabled={decide.isPending} onClick={() => decideTo('hidden')}>
            {t('review.hide')}
          </Button>
        )}
      </div>
    </li>
  );
}
