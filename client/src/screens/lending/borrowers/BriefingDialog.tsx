import { today } from '@fundus/contract/days';
import { lendingBriefings } from '@fundus/contract/lending/orders/briefings';
import type { DeskOrder } from '@fundus/contract/lending/desk/desk';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';

type Props = { order: DeskOrder; model: { id: string; name: string }; onClose: () => void };

/** Shows a dialog that records that a borrower was briefed on a model, with an optional expiry date. */
export function BriefingDialog({ order, model, onClose }: Props) {
  const { t, locale } = useT();
  const [until, setUntil] = useState('');
  const brief = useCall(lendingBriefings.brief, { refreshes: [...DESK_READS, lendingBriefings.briefings] });
  return (
    <FormDialog
      title={t('lending.briefing.give.name', { name: order.borrower, model: model.name })}
      action={t('lending.briefing.give')}
      disabled={brief.isPending || (until !== '' && until < today(new Date()))}
      problem={brief.error && refusalText(t, brief.error, locale)}
      onSend={() =>
        brief.mutate(
          { params: { id: order.id }, body: { model: model.id, until: until || null } },
          {
            onSuccess: ({ borrower }) => {
              showSnackbar({ text: t('lending.briefing.given', { name: borrower, model: model.name }), type: 'success' });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className="lending-said">{t('lending.briefing.text')}</p>
      <DateField
        label={t('lending.briefing.last')}
        hint={t('lending.briefing.last.hint')}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
    </FormDialog>
  );
}
