import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Note } from '../../../../ui/Note.tsx';
import { formatLinkProblem } from '../../edit/format-link-problem.ts';
import { sideQueries } from './side-queries.ts';

/** Shows editors a warning if the address of a medium is broken. */
export function MediumLink({ identifier }: { identifier: string }) {
  const { t, locale } = useT();
  const check = useQuery(sideQueries(identifier).link).data?.check;
  if (check?.state !== 'dead') return null;
  return (
    <Note tone="bad">
      <span>
        <strong>{t('linkChecks.medium')}</strong> {t('linkChecks.since', { day: formatDate(check.since, 'short', locale) })}:{' '}
        {formatLinkProblem(t, check)}.
      </span>
      <Link href={href('medium-editing', { id: identifier })}>{t('edit.open')}</Link>
    </Note>
  );
}
