import { licences } from '@fundus/contract/licences';
import { href } from '@fundus/contract/screens';
import { useId, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError } from '../../components/licences/words.ts';
import type { Go } from '../../components/screen.ts';
import type { AppError } from '@fundus/contract/errors';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/Field.tsx';

/** A code from a letter or a book gives a seat. */
export function RedeemCode({ go, onClose }: { go: Go; onClose: () => void }) {
  const { t } = useT();
  const form = useId();
  const [code, setCode] = useState('');
  const redeem = useCall(licences.redeem, LICENCE_READS);
  const short = code.replace(/[\s\-–_.]/g, '').length < 4;
  return (
    <AskDialog title={t('licence.redeem')} action={t('licence.redeem')} disabled={redeem.isPending || short} onClose={onClose} form={form}>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          redeem.mutate(
            { body: { code } },
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
        }}
      >
        <TextField
          label={t('licence.code')}
          hint={t('licence.redeem.hint')}
          error={redeem.error && redeemError(redeem.error, t)}
          value={code}
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
      </form>
    </AskDialog>
  );
}

function redeemError(error: AppError, t: Translate): string {
  if (error.code === 'not_found') return t('licence.redeem.unknown');
  if (error.code === 'expired') return t('licence.redeem.over');
  if (error.code === 'no_seats_left') return t('licence.redeem.used');
  if (error.code === 'wrong_school') return t('licence.redeem.wrongSchool');
  return licenceError(error, t);
}
