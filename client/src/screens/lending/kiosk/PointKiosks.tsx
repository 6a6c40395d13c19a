import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { EndList } from '../parts/EndList.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/lending.css';

const READS = { refreshes: [lendingKiosk.kiosks] };

/** Lists the tablets of a lending point, which can be paired and removed (docs/behaviour/lending.md#kiosk). */
export function PointKiosks({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [adding, setAdding] = useState(false);
  const kiosks = useQuery({ ...query(lendingKiosk.kiosks, { query: { point: point.id } }), staleTime: 0 });
  const end = useCall(lendingKiosk.endKiosk, READS);
  return (
    <>
      <EndList
        title={t('lending.kiosks')}
        items={(kiosks.data?.items ?? []).map(({ id, name, paired, seen_at }) => ({
          ...{ id, name, endLabel: t('lending.kiosk.remove.name', { name }) },
          facts: [
            t(paired ? 'lending.kiosk.paired' : 'lending.kiosk.waits'),
            seen_at && t('lending.kiosk.seen', { day: formatDate(seen_at.slice(0, 10), 'short', locale) }),
          ],
        }))}
        action={t('lending.kiosk.remove')}
        pending={end.isPending}
        problem={end.error && refusalText(t, end.error, locale)}
        onEnd={(id) => end.mutate({ params: { id } })}
        add={
          <Button variant="line" icon={<Plus />} onClick={() => setAdding(true)}>
            {t('lending.kiosk.add')}
          </Button>
        }
      />
      {adding && <AddKiosk point={point} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddKiosk({ point, onClose }: { point: LendingPoint; onClose: () => void }) {
  const { t, locale } = useT();
  const add = useCall(lendingKiosk.addKiosk, READS);
  const { values, text, problem } = useFields(
    { name: '' },
    { error: add.error, at: ['name'], words: (error) => refusalText(t, error, locale) },
  );
  if (add.data)
    return (
      <Dialog open title={t('lending.kiosk.pair')} closeLabel={t('app.close')} onClose={onClose}>
        <p>{t('lending.kiosk.pair.say', { address: `${location.origin}${href('lending-kiosk')}` })}</p>
        <p className="lending-pair-code">{add.data.code}</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={t('lending.kiosk.add')}
      action={t('lending.kiosk.add.do')}
      disabled={add.isPending}
      problem={problem}
      onSend={() => add.mutate({ body: { point: point.id, name: values.name } })}
      onClose={onClose}
    >
      <TextField label={t('lending.kiosk.name')} hint={t('lending.kiosk.name.hint')} maxLength={80} {...text('name')} />
    </FormDialog>
  );
}
