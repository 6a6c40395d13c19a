import { href } from '@fundus/contract/screens';
import { ChevronRight, PackageOpen } from 'lucide-react';
import { lineStateText } from '../../components/lending/line-words.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import type { DueLoan } from './use-loans.tsx';
import '../../components/media/licence-badge.css';
import './home-screen.css';

/** Maximum number of loans shown. */
const MAX = 4;

/** Shows pick-ups and returns that are overdue, or due today or tomorrow, with links. */
export function LoanLines({ loans }: { loans: readonly DueLoan[] }) {
  const { t, locale } = useT();
  return (
    <ul className="lines home-lines">
      {loans.slice(0, MAX).map(({ order, lines, on }) => {
        const models = [...new Set(lines.map(({ model }) => model.name))];
        const what = models
          .map((name) => {
            const count = lines.filter(({ model }) => model.name === name).length;
            return count > 1 ? t('home.loans.several', { count, name }) : name;
          })
          .join(', ');
        const [first] = lines;
        return (
          <li key={`${order.id} ${first?.state} ${on}`}>
            <Link className="item" href={href('tech-rental', {}, { tab: 'loans' })}>
              <span className="item-sign" aria-hidden="true">
                <PackageOpen />
              </span>
              <span>
                <h4>{what}</h4>
                <span className={first?.overdue ? 'state bad' : 'quiet small'}>
                  {joinFacts([order.point.name, first && lineStateText(t, first, locale, order.delivery)])}
                </span>
              </span>
              <ChevronRight />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
