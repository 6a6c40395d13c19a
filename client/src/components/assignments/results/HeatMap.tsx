import { formatDuration, formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import './results.css';

type Bars = { label: string; bars: readonly { count: number; words: string }[]; ends: readonly [string, string] };

/** Shows a bar chart whose bars have text alternatives. */
function Figure({ label, bars, ends }: Bars) {
  const { locale } = useT();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <figure className="results-figure">
      <figcaption>{label}</figcaption>
      <ol>
        {bars.map(({ count, words }) => (
          <li key={words} title={`${words}: ${formatNumber(count, locale)}`}>
            <span aria-hidden="true" data-none={count === 0 || undefined} style={{ height: `${(count / most) * 100}%` }} />
            <span className="sr">{`${words}: ${formatNumber(count, locale)}`}</span>
          </li>
        ))}
      </ol>
      <p className="results-ends num" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

/**
 * Shows how many learners watched each part of a medium. The server provides these data only for five or more learners, so that no learner can be
 * identified. `whole` is the start and end of the medium in seconds.
 */
export function HeatMap({ heat, whole: [from, to] }: { heat: readonly number[]; whole: readonly [number, number] }) {
  const { t } = useT();
  const at = (i: number): string => formatDuration(from + ((to - from) / heat.length) * i);
  return (
    <Figure
      label={t('assignment.heat')}
      bars={heat.map((count, i) => ({ count, words: `${at(i)}–${at(i + 1)} (${i + 1})` }))}
      ends={[at(0), at(heat.length)]}
    />
  );
}

/** Shows the distribution of scores in steps of ten percent. */
export function Scores({ scores }: { scores: readonly number[] }) {
  const { t } = useT();
  return (
    <Figure
      label={t('assignment.scores')}
      bars={scores.map((count, i) => ({ count, words: t('assignment.scores.range', { from: i * 10, to: i === 9 ? 100 : i * 10 + 9 }) }))}
      ends={['0 %', '100 %']}
    />
  );
}
