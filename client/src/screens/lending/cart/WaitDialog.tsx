import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';

type Props = { model: DeviceModel; start: string; end: string; quantity: string; onClose: () => void };

/** Adds the user to the waiting list of a model, either for fixed days or for any period of a given length within a range. */
export function WaitDialog({ model, start, end, quantity, onClose }: Props) {
  const { t, locale } = useT();
  const wait = useCall(lendingWaiting.wait, { refreshes: [lendingWaiting.waits] });
  // A user who has not chosen a day probably accepts any day.
  const [flexible, setFlexible] = useState(start === '');
  const { values, text, problem } = useFields(
    () => {
      const first = start || shiftDay(today(new Date()), 1);
      return { earliest: first, latest: end || shiftDay(first, start ? 0 : 27), days: start ? '' : '3', quantity };
    },
    { error: wait.error, at: ['earliest', 'latest', 'days', 'quantity'], words: (error) => refusalText(t, error, locale) },
  );
  const { earliest, latest } = values;
  const length = earliest && latest ? daysBetween(earliest, latest) + 1 : 0;
  const act = useIdempotencyKey();
  const send = () => {
    const days = flexible ? Number(values.days || length) : null;
    const body = { model: model.id, earliest, latest, days, quantity: Number(values.quantity) };
    wait.mutate(
      { body: { ...body, key: act.keyOf(body) } },
      {
        onSuccess: ({ state }) => {
          showSnackbar({
            text: t(state === 'offered' ? 'lending.wait.offeredNow' : 'lending.wait.joined', { name: model.name }),
            type: 'success',
          });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('lending.wait.title', { name: model.name })}
      action={t('lending.wait.join')}
      disabled={wait.isPending || length < 1}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <p className="lending-said">{t('lending.wait.text')}</p>
      <DateField label={t('lending.from')} {...text('earliest')} />
      <DateField label={t('lending.until')} {...text('latest')} />
      <Checkbox label={t('lending.wait.flexible')} checked={flexible} onChange={({ target }) => setFlexible(target.checked)} />
      {flexible && <TextField label={t('lending.wait.days')} inputMode="numeric" maxLength={3} {...text('days')} />}
      {model.devices > 1 && <TextField label={t('lending.quantity')} inputMode="numeric" maxLength={2} {...text('quantity')} />}
    </FormDialog>
  );
}
