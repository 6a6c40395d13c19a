import { shiftDay, today } from '@fundus/contract/days';
import { lending } from '@fundus/contract/lending/lending';
import { lendingTemplates, type LendingTemplate } from '@fundus/contract/lending/templates';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { DateField } from '../../components/forms/DateField.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useKey } from './use-key.ts';
import { refusalWords } from './words.ts';
import './borrow.css';

type Props = { template: LendingTemplate; from: string; until: string; onClose: () => void };

/** A set for some days into the cart: all of it, or it is said what is missing. */
export function TemplateDialog({ template, from, until, onClose }: Props) {
  const { t, locale } = useT();
  const [start, setStart] = useState(() => from || shiftDay(today(new Date()), 7));
  const [end, setEnd] = useState(() => until || shiftDay(from || today(new Date()), from ? 1 : 8));
  const take = useCall(lendingTemplates.takeTemplate, { refreshes: [lending.cart, lending.calendar, lending.models] });
  const act = useKey();
  const { id, name, words, models } = template;
  return (
    <FormDialog
      title={t('lending.template.take', { name })}
      action={t('lending.put')}
      disabled={take.isPending || start === '' || end === '' || end < start}
      problem={take.error && refusalWords(t, take.error, locale)}
      onSend={() => {
        const body = { template: id, start, end };
        take.mutate(
          { body: { ...body, key: act.keyOf(body) } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.inCart', { name }), type: 'success' });
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      {words && <p className="lending-said">{words}</p>}
      <ul className="lending-set">
        {models.map(({ model, name: of, quantity }) => (
          <li key={model}>{quantity > 1 ? `${quantity} × ${of}` : of}</li>
        ))}
      </ul>
      <DateField label={t('lending.from')} value={start} onChange={({ target }) => setStart(target.value)} />
      <DateField
        label={t('lending.until')}
        value={end}
        error={end !== '' && end < start ? t('lending.until.before') : null}
        onChange={({ target }) => setEnd(target.value)}
      />
    </FormDialog>
  );
}
