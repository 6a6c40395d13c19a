import { licences, type Licence } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { Ban, Eye, EyeOff, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError } from '../../components/licences/words.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import './licence-screen.css';
import { loadLater } from '../../ui/load-later.tsx';

const EditLicence = loadLater(async () => (await import('./EditLicence.tsx')).EditLicence);

/** Shows the actions that the user may perform: open, edit, hide or withdraw the licence. */
export function LicenceActions({ licence }: { licence: Licence }) {
  const { t } = useT();
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null);
  const change = useCall(licences.change, LICENCE_READS);
  const { id, version, hidden, can, medium } = licence;
  const setHidden = (next: boolean, of = version) =>
    change.mutate(
      { params: { id }, body: { version: of, hidden: next } },
      {
        onSuccess: (changed) =>
          showSnackbar({
            text: t(next ? 'licence.hidden' : 'licence.shown'),
            action: { label: t('app.undo'), run: () => setHidden(!next, changed.version) },
          }),
        onError: (error) => showSnackbar({ text: licenceError(error, t), type: 'error' }),
      },
    );
  return (
    <div className="licence-does">
      <ButtonLink variant="line" href={href('media', { id: medium.identifier })}>
        {t('licence.open.medium')}
      </ButtonLink>
      {(can.edit || can.assign) && (
        <Button icon={<SquarePen />} onClick={() => setOpen('edit')}>
          {t('licence.edit')}
        </Button>
      )}
      {can.hide && (
        <Button icon={hidden ? <Eye /> : <EyeOff />} disabled={change.isPending} onClick={() => setHidden(!hidden)}>
          {t(hidden ? 'licence.show' : 'licence.hide')}
        </Button>
      )}
      {can.withdraw && (
        <Button icon={<Ban />} onClick={() => setOpen('withdraw')}>
          {t('licence.withdraw')}
        </Button>
      )}
      {open === 'edit' && <EditLicence licence={licence} onClose={() => setOpen(null)} />}
      {open === 'withdraw' && <Withdraw licence={licence} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Withdraw({ licence, onClose }: { licence: Licence; onClose: () => void }) {
  const { t } = useT();
  const withdraw = useCall(licences.withdraw, LICENCE_READS);
  return (
    <ConfirmDialog
      title={t('licence.withdraw.title', { title: licence.medium.fn_titel })}
      action={t('licence.withdraw')}
      disabled={withdraw.isPending}
      onClose={onClose}
      onAction={() => withdraw.mutate({ params: { id: licence.id } }, { onSuccess: onClose })}
    >
      <p>{t('licence.withdraw.text', { count: licence.taken })}</p>
      {withdraw.error && <FormProblem>{licenceError(withdraw.error, t)}</FormProblem>}
    </ConfirmDialog>
  );
}
