import { lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Pager } from '../../../components/lists/Pager.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { EndList } from '../parts/EndList.tsx';
import { refusalText } from '../parts/words.ts';

const PAGE = 20;

/** Lists the briefings of a lending point and their expiry dates. */
export function PointBriefings({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [page, setPage] = useState(1);
  const shown = usePage(lendingBriefings.briefings, { query: { point: point.id, ...rowsOf(page, PAGE) } });
  const end = useCall(lendingBriefings.endBriefing, { refreshes: [lendingBriefings.briefings, lendingDesk.desk] });
  const short = (day: string): string => formatDate(day, 'short', locale);
  return (
    <>
      <EndList
        title={t('lending.briefings')}
        items={(shown.data?.items ?? []).map(({ id, borrower, school, model, given_on, until }) => ({
          ...{ id, name: borrower, endLabel: t('lending.briefing.end.name', { name: borrower, model: model.name }) },
          facts: [
            school,
            model.name,
            t('lending.briefing.since', { day: short(given_on) }),
            until && t('lending.suspended.until', { day: short(until) }),
          ],
        }))}
        action={t('lending.briefing.end')}
        pending={end.isPending}
        problem={end.error && refusalText(t, end.error, locale)}
        onEnd={(id) => end.mutate({ params: { id } })}
      />
      {shown.data && <Pager {...shown.data} label={t('lending.briefings')} onTurn={(offset) => setPage(offset / PAGE + 1)} />}
    </>
  );
}
