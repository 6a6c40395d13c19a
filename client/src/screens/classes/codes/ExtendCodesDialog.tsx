import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { useState } from 'react';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { CODE_READS, errorText } from '../problems.ts';
import '../../../components/classes/class-forms.css';
import '../../../ui/fields/field.css';
import '../classes.css';

type Props = { cls: Class; expired: number; latestUntil: string; onClose: () => void; onRenewed: (codes: string[]) => void };

/** Extends all codes of a class at once. Existing cards stay valid, or the expired or all codes are renewed and printed. */
export function ExtendCodesDialog({ cls, expired, latestUntil, onClose, onRenewed }: Props) {
  const { t } = useT();
  const [how, setHow] = useState<'extend' | 'expired' | 'all'>('extend');
  const [until, setUntil] = useState(latestUntil);
  const extend = useCall(learnerCodes.extendCodes, CODE_READS);
  const renew = useCall(learnerCodes.renewCodes, CODE_READS);
  const error = extend.error ?? renew.error;
  const params = { id: cls.id };
  const showResult = (done: string, ended: number) =>
    showSnackbar(
      ended === 0 ? { text: done, type: 'success' } : { text: `${done} ${t('codes.extendAll.ended', { count: ended })}`, type: 'info' },
    );
  const send = () => {
    if (how === 'extend')
      extend.mutate(
        { params, body: { valid_until: until } },
        {
          onSuccess: ({ extended, ended }) => {
            showResult(t('codes.extendAll.done', { count: extended }), ended);
            onClose();
          },
        },
      );
    else
      renew.mutate(
        { params, body: { which: how, valid_until: until } },
        {
          onSuccess: ({ renewed, ended }) => {
            showResult(t('codes.renewAll.done', { count: renewed.length }), ended);
            onClose();
            if (renewed.length > 0) onRenewed(renewed);
          },
        },
      );
  };
  return (
    <FormDialog
      title={t('codes.extendAll.title', { name: cls.name })}
      action={t(how === 'extend' ? 'codes.extend' : 'codes.renewAll')}
      disabled={until === '' || extend.isPending || renew.isPending}
      problem={null}
      onSend={send}
      onClose={onClose}
    >
      <fieldset className="class-needs">
        <legend>{t('codes.lasting')}</legend>
        {(['extend', ...(expired > 0 ? (['expired'] as const) : []), 'all'] as const).map((each) => (
          <label key={each} className="check">
            <input type="radio" name="codes-lasting" checked={how === each} onChange={() => setHow(each)} />
            <span>
              {t(`codes.lasting.${each}`, { count: expired })}
              <span className="small-print">{t(`codes.lasting.${each}.hint`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <DateField
        label={t('codes.last')}
        max={latestUntil}
        value={until}
        error={error && errorText(t, error)}
        onChange={(event) => setUntil(event.target.value)}
      />
    </FormDialog>
  );
}
