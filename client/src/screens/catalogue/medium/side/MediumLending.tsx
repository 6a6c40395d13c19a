import { isLentType } from '@fundus/contract/lending/lent-types';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { loadLater } from '../../../../ui/load-later.tsx';
import { useSession } from '../../../../stores/session.ts';
import { Button, ButtonLink } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { sideQueries } from './side-queries.ts';
import './medium-side.css';

const CopiesDialog = loadLater(async () => (await import('../../../../components/lending/CopiesDialog.tsx')).CopiesDialog);

/** Shows the copies and devices of a medium that can be borrowed, with links to the booking page. */
export function MediumLending({ identifier, fn_typ }: { identifier: string; fn_typ: string }) {
  const { t, locale } = useT();
  const id = useId();
  const lent = useQuery(sideQueries(identifier).lent);
  const items = lent.data?.items ?? [];
  const { config } = useSession();
  const [adding, setAdding] = useState(false);
  const points = isLentType(config, fn_typ) ? (lent.data?.add ?? []) : [];
  if (items.length === 0 && points.length === 0) return null;
  return (
    <section className="panel medium-lending" aria-labelledby={id}>
      <h2 id={id}>{t('lending.medium')}</h2>
      <ul>
        {items.map(({ id: model, name, point, free_from }) => (
          <li key={model}>
            <p>
              <strong>{name}</strong>
              <span className="small-print">
                {point.name} ·{' '}
                {free_from ? t('lending.medium.free', { day: formatDate(free_from, 'weekday', locale) }) : t('lending.medium.taken')}
              </span>
            </p>
            <ButtonLink
              variant="line"
              icon={<PackageOpen />}
              aria-label={t('lending.medium.borrow.name', { name })}
              href={href('tech-rental', {}, { point: point.id, model })}
            >
              {t('lending.medium.borrow')}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {items[0] ? (
        <p className="small-print">
          <Link href={href('tech-rental', {}, { point: items[0].point.id })}>{t('lending.medium.more')}</Link>
        </p>
      ) : (
        <p>{t('lending.copies.none')}</p>
      )}
      {points.length > 0 && (
        <Button variant="line" icon={<Plus />} onClick={() => setAdding(true)}>
          {t('lending.copies.add')}
        </Button>
      )}
      {adding && <CopiesDialog identifier={identifier} points={points} onClose={() => setAdding(false)} />}
    </section>
  );
}
