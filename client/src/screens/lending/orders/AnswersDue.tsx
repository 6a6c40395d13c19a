import { MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Note } from '../../../ui/Note.tsx';
import '../parts/borrow.css';

/** Links to learners' orders and waiting list offers that need an answer. On narrow screens these are below the user's orders. */
export function AnswersDue({ asked, offered }: { asked: number; offered: number }) {
  const { t } = useT();
  if (asked + offered === 0) return null;
  return (
    <div className="lending-answers">
      <Note>
        <MessageCircleQuestion />
        <span>
          {asked > 0 && <Down to="lending-responsible-name">{t('lending.answers.asked', { count: asked })}</Down>}{' '}
          {offered > 0 && <Down to="lending-waits-name">{t('lending.answers.offered', { count: offered })}</Down>}
        </span>
      </Note>
    </div>
  );
}

/** Links to a heading of the page and focuses the heading. */
const Down = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault();
      const heading = document.getElementById(to);
      heading?.scrollIntoView({ block: 'center' });
      heading?.focus({ preventScroll: true });
    }}
  >
    {children}
  </a>
);
