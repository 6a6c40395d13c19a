import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ExcerptOf } from '@fundus/contract/catalogue/excerpts';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { describeExcerpt } from '../media/describe-excerpt.ts';
import { LicenceBadge } from '../media/LicenceBadge.tsx';
import { SmallCover } from '../media/finder/SmallCover.tsx';
import { SubjectChip } from '../media/finder/SubjectChip.tsx';
import '../../ui/list.css';
import '../lists/line.css';
import './sharing.css';

type Props = {
  item: MediaItem | null;
  /** Last known title, shown if the medium is no longer in the catalogue. */
  title: string;
  /** Excerpt that was shared instead of the whole medium. */
  excerpt?: ExcerptOf | null;
  /** Address of the medium's page. */
  to: string;
  onOpen?: () => void;
  fresh?: boolean;
  /** True if the recipients cannot see the share yet, or no longer. */
  dim?: boolean;
  facts: readonly ReactNode[];
  /** Message of the sender. */
  words: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/** Shows a shared medium with cover, title, sender, message and actions. */
export function SharedLine({
  item,
  title,
  excerpt = null,
  to,
  onOpen,
  fresh = false,
  dim = false,
  facts,
  words,
  children,
  actions,
}: Props) {
  const { t } = useT();
  const whole = item?.display.title ?? title;
  const name = excerpt?.title ?? whole;
  return (
    <li className="cover-row shared-line" data-dim={dim || undefined}>
      <SmallCover item={item} length={!excerpt} />
      <div className="shared-text">
        <h2>
          {item ? (
            <Link href={to} onClick={onOpen}>
              {name}
            </Link>
          ) : (
            name
          )}
          {fresh && <span className="shared-new">{t('shared.new')}</span>}
        </h2>
        {excerpt ? (
          <p className="shared-sub">{describeExcerpt(t, excerpt, whole)}</p>
        ) : (
          item?.display.subtitle && <p className="shared-sub">{item.display.subtitle}</p>
        )}
        <p className="line-facts">
          <SubjectChip codes={item?.fn_geb ?? []} />
          {!item && <span>{t('class.media.gone')}</span>}
          {facts.map((fact, i) => fact && <span key={i}>{fact}</span>)}
        </p>
        {item && <LicenceBadge item={item} />}
        {words && <p className="line-words">{words}</p>}
        {children}
      </div>
      {actions && <div className="shared-does">{actions}</div>}
    </li>
  );
}
