import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import type { Neighbours, TrailStep } from '../../../stores/trail.ts';
import { Link } from '../../../ui/Link.tsx';
import '../../../ui/button.css';
import './medium.css';

/** To the medium before and after this one in the list it was opened from. */
export function TrailLinks({ around: { before, after } }: { around: Neighbours }) {
  const { t } = useT();
  if (!before && !after) return null;
  const link = (step: TrailStep | null, way: 'before' | 'after') =>
    step && (
      <Link
        href={step.href}
        rel={way === 'before' ? 'prev' : 'next'}
        className="btn"
        aria-label={t(`media.trail.${way}.named`, { title: step.title })}
        title={step.title}
      >
        {way === 'before' && <ChevronLeft />}
        {t(`media.trail.${way}`)}
        {way === 'after' && <ChevronRight />}
      </Link>
    );
  return (
    <span className="medium-trail">
      {link(before, 'before')}
      {link(after, 'after')}
    </span>
  );
}
