import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../../../i18n/translate.ts';
import type { Neighbours, TrailStep } from '../../../../stores/trail.ts';
import { Link } from '../../../../ui/Link.tsx';
import '../../../../ui/button.css';
import '../medium.css';

/** Shows links to the previous and next medium in the list. */
export function TrailLinks({ around: { before, after } }: { around: Neighbours }) {
  const { t } = useT();
  if (!before && !after) return null;
  const link = (step: TrailStep | null, direction: 'before' | 'after') =>
    step && (
      <Link
        href={step.href}
        rel={direction === 'before' ? 'prev' : 'next'}
        className="btn"
        aria-label={t(`media.trail.${direction}.named`, { title: step.title })}
        title={step.title}
      >
        {direction === 'before' && <ChevronLeft />}
        {t(`media.trail.${direction}`)}
        {direction === 'after' && <ChevronRight />}
      </Link>
    );
  return (
    <span className="medium-trail">
      {link(before, 'before')}
      {link(after, 'after')}
    </span>
  );
}
