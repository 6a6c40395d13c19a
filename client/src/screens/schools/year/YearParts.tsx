import type { MessageKey } from '@fundus/contract/messages';
import { Check, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import './year.css';

/** Shows when a step was started or completed and by whom. The name is omitted if the user no longer exists. */
export function StepDate({ what, on, by }: { what: 'begun' | 'done'; on: string; by: string | null }) {
  const { t, locale } = useT();
  const date = formatDate(on, 'long', locale);
  return <>{by === null ? t(`year.${what}.nobody`, { date }) : t(`year.${what}`, { date, name: by })}</>;
}

/** Display order of counts. */
const ORDER = 'carried learners archived left groups kept ended media lists assignments cards classes'.split(' ');

/** Shows the counts that are not zero as text. */
export function CountLine({ counts }: { counts: Record<string, number> }) {
  const { t, locale } = useT();
  const counted = ORDER.map((name) => [name, counts[name] ?? 0] as const).filter(([, count]) => count > 0);
  if (counted.length === 0) return <>{t('year.count.nothing')}</>;
  return (
    <>{joinFacts(counted.map(([name, count]) => t(`year.count.${name}` as MessageKey, { count, number: formatNumber(count, locale) })))}</>
  );
}

type PartProps = { number: number | null; name: string; state: 'done' | 'next' | 'later'; children: ReactNode };

/** Shows a step of the year change. */
export function Step({ number, name, state, children }: PartProps) {
  const { t } = useT();
  return (
    <li className={`year-step year-${state}`} aria-current={state === 'next' ? 'step' : undefined}>
      <span className="year-mark" aria-hidden="true">
        {state === 'done' ? <Check className="i-16" /> : (number ?? <Flag className="i-16" />)}
      </span>
      <div className="year-body">
        <h3>
          {number === null ? name : <span className="sr">{t('year.step', { number, name })}</span>}
          {number !== null && <span aria-hidden="true">{name}</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
