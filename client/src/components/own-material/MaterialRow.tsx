import type { MaterialEntry } from '@fundus/contract/own-material/own-material';
import { EyeOff, School, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { mediaHref } from '../media/media-context.ts';
import { SmallCover } from '../media/finder/SmallCover.tsx';
import { SubjectChip } from '../media/finder/SubjectChip.tsx';
import { describeRights } from './rights-words.ts';
import '../../ui/list.css';
import '../lists/line.css';
import '../media/licence-badge.css';
import '../sharing/sharing.css';

const SIGNS = { draft: EyeOff, given: Users, school: School, removed: Trash2 } as const;

type Props = {
  entry: MaterialEntry;
  /** Link target of the title. Defaults to the medium's page if the user may open it. */
  to?: string;
  /** True to show the author. */
  named?: boolean;
  actions: ReactNode;
};

/** Shows own material of a school as a row with cover, title, state and origin. */
export function MaterialRow({ entry, to, named = false, actions }: Props) {
  const { t, locale } = useT();
  const { identifier, title, medium, state, rights, maker, changed_at, removed_by, removed_why, until } = entry;
  const Sign = SIGNS[state];
  const address = to ?? (medium ? mediaHref('media', identifier) : null);
  const removed = removed_by && until && t(`material.removed.${removed_by}`, { date: formatDate(until, 'short', locale) });
  const by = named && (maker ? t('material.by', { name: maker.name }) : t('material.nobody'));
  const facts = [by, rights && describeRights(t, rights), formatDate(changed_at, 'short', locale)];
  return (
    <li className="cover-row shared-line" data-dim={state === 'removed' || undefined}>
      <SmallCover item={medium} length />
      <div className="shared-text">
        <h2>{address ? <Link href={address}>{medium?.display.title ?? title}</Link> : title}</h2>
        <p className="line-facts">
          <SubjectChip codes={medium?.fn_geb ?? []} />
          {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
        </p>
        <p className={state === 'removed' ? 'state warn' : 'state'}>
          <Sign className="i-16" />
          {removed ?? t(`material.state.${state}`)}
        </p>
        {removed_why && <p className="line-words">{removed_why}</p>}
      </div>
      {actions && <div className="shared-does">{actions}</div>}
    </li>
  );
}
