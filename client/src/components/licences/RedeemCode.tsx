import { licences } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { useCall } from '../../api/query.ts';
import { LICENCE_READS } from './refreshes.ts';
import { licenceError } from './words.ts';
import type { Go } from '../page/screen.ts';
import type { AppError } from '@fundus/contract/errors';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useFields } from '../forms/use-fields.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/fields/Field.tsx';

/** Shows a dialog that redeems a code from a letter or book for a seat. */
export function RedeemCode({ go, onClose }: { go: Go; onClose: () => void }) {
  const { t } = useT();
  const redeem = useCall(licences.redeem, LICENCE_READS);
  const { values, text } = useFields({ code: '' }, { error: redeem.error, at: ['code'], words: (error) => redeemError(error, t) });
  const short = values.code.replace(/[\s\-–_.]/g, '').length < 4;
  const send = () =>
    redeem.mutate(
      { body: values },
      {
        onSuccess: ({ medium }) => {
          onClose();
          showSnackbar({
            text: t('licence.redeemed', { title: medium.fn_titel }),
            type: 'success',
            action: { label: t('licence.open'), run: () => go(href('media', { id: medium.identifier })) },
          });
        },
      },
    );
  return (
    <FormDialog
      title={t('licence.redeem')}
      action={t('licence.redeem')}
      disabled={redeem.isPending || short}
      problem={null}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('licence.code')}
        hint={t('licence.redeem.hint')}
        maxLength={100}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...text('code')}
        error={redeem.error && redeemError(redeem.error, t)}
      />
    </FormDialog>
  );
}

function redeemError(error: AppError, t: Translate): string {
  if (error.code === 'not_found') return t('licence.redeem.unknown');
  if (error.code === 'expired') return t('licence.redeem.over');
  if (error.code === 'no_seats_left') return t('licence.redeem.used');
  if (error.code === 'wrong_school') return t('licence.redeem.wrongSchool');
  return licenceError(error, t);
}
