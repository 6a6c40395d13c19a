import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';

type Props = { point: string; borrower: string; model: string; onDone: () => void };

/** Records that the borrower was briefed on the model. Afterwards the handover is retried. */
export function BriefRemedy({ point, borrower, model, onDone }: Props) {
  const { t, locale } = useT();
  const brief = useCall(lendingBorrower.briefBorrower, { refreshes: [...DESK_READS, lendingBriefings.briefings] });
  return (
    <>
      <FormProblem>{brief.error && refusalText(t, brief.error, locale)}</FormProblem>
      <Button
        variant="line"
        disabled={brief.isPending}
        onClick={() => brief.mutate({ params: { id: borrower }, body: { point, model } }, { onSuccess: onDone })}
      >
        {t('lending.remedy.brief')}
      </Button>
    </>
  );
}
