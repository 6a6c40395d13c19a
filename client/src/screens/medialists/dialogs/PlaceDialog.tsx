import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';

type Props = { title: string; place: number; count: number; onPlace: (place: number) => void; onClose: () => void };

/** Moves an item to a position that the user enters. */
export function PlaceDialog({ title, place, count, onPlace, onClose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState(String(place));
  const wanted = /^\d+$/.test(typed.trim()) ? Number(typed) : NaN;
  const wrong = !(wanted >= 1 && wanted <= count);
  return (
    <FormDialog
      title={t('list.item.place.title', { title })}
      action={t('list.item.place.action')}
      disabled={wrong}
      problem={null}
      onClose={onClose}
      onSend={() => {
        if (wrong) return;
        onPlace(wanted);
        onClose();
      }}
    >
      <TextField
        label={t('list.item.place.label')}
        hint={t('list.item.place.from', { count })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={typed !== '' && wrong ? t('list.item.place.wrong', { count }) : null}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
