import { licenceLoss } from '@fundus/contract/licences/loss';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { Failed } from '../page/Failed.tsx';
import './loss.css';

/** Shows what depends on a licence, and similar media that remain available. */
export function LicenceLoss({ id }: { id: string }) {
  const { t } = useT();
  const { data, error, refetch } = useQuery({ ...query(licenceLoss.loss, { params: { id } }), staleTime: 0 });
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <PlaceholderLines />;
  const { others, classes, lists, assignments, similar } = data;
  const used = (
    [
      ['classes', classes],
      ['lists', lists],
      ['assignments', assignments],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <>
      {others > 0 && <p>{t('licence.loss.others', { count: others })}</p>}
      {others === 0 && used.length === 0 && <p>{t('licence.loss.nothing')}</p>}
      {others === 0 && used.length > 0 && (
        <>
          <p>{t('licence.loss.about')}</p>
          <ul className="lines loss-lines">
            {used.map(([what, count]) => (
              <li key={what}>{t(`licence.loss.${what}`, { count })}</li>
            ))}
          </ul>
        </>
      )}
      {others === 0 && similar.total === 0 && <p className="quiet">{t('licence.loss.similar.none')}</p>}
      {others === 0 && similar.total > 0 && (
        <>
          <p>{t('licence.loss.similar', { count: similar.total })}</p>
          <ul className="lines loss-lines">
            {similar.items.map(({ identifier, fn_titel }) => (
              <li key={identifier}>
                <Link href={href('media', { id: identifier })}>{fn_titel}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
