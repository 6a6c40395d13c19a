import { lending } from '@fundus/contract/lending/lending';
import { lendingManuals, MANUAL_TITLE_LENGTH } from '@fundus/contract/lending/models/manuals';
import { MOST_MANUALS, type DeviceModel } from '@fundus/contract/lending/points/points';
import { FilePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { sayAt } from '../../../components/forms/form-problems.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { base64Of } from '../../../ui/base64.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalWords } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

const READS = { refreshes: [lending.models, lending.model] };
const ACCEPTED = '.pdf,.docx,.odt';

/** A file that was chosen is called something first: its own name is a beginning. */
function AddManual({ model, onChange }: { model: string; onChange: (model: DeviceModel) => void }) {
  const { t, locale } = useT();
  const add = useCall(lendingManuals.addManual, READS);
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState('');
  const say = (error: Parameters<typeof refusalWords>[1]) => refusalWords(t, error, locale);
  const choose = (chosen: File) => {
    setFile(chosen);
    setTitle(chosen.name.replace(/\.[^.]+$/, '').slice(0, MANUAL_TITLE_LENGTH));
    add.reset();
  };
  const send = async (chosen: File) => {
    const body = { title, content: await base64Of(chosen) };
    const onSuccess = (changed: DeviceModel) => {
      setFile(null);
      onChange(changed);
    };
    add.mutate({ params: { id: model }, body }, { onSuccess });
  };
  return (
    <form
      className="lending-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (file) void send(file);
      }}
    >
      <FormProblem>{add.error && add.error.field !== 'title' && say(add.error)}</FormProblem>
      <FileButton accept={ACCEPTED} icon={<FilePlus />} disabled={add.isPending} onFile={choose}>
        {t(file ? 'lending.manual.other' : 'lending.manual.choose')}
      </FileButton>
      {file && (
        <>
          <p className="small-print">{[file.name, formatBytes(file.size, locale)].join(', ')}</p>
          <TextField
            label={t('lending.manual.title')}
            maxLength={MANUAL_TITLE_LENGTH}
            value={title}
            error={sayAt(t, add.error, 'title', say)}
            onChange={({ target }) => setTitle(target.value)}
          />
          <Button type="submit" variant="primary" disabled={add.isPending || title.trim() === ''}>
            {t(add.isPending ? 'lending.manual.adding' : 'lending.manual.add')}
          </Button>
        </>
      )}
    </form>
  );
}

/** Manuals of a model, kept by the desk (docs/behaviour/lending.md#manuals). */
export function ManualsDialog({ model, onClose }: { model: DeviceModel; onClose: () => void }) {
  const { t, locale } = useT();
  const [{ manuals }, setModel] = useState(model);
  const remove = useCall(lendingManuals.removeManual, READS);
  return (
    <Dialog open title={t('lending.manuals.of', { name: model.name })} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p className="small-print">{t('lending.manuals.what', { most: MOST_MANUALS })}</p>
        <FormProblem>{remove.error && refusalWords(t, remove.error, locale)}</FormProblem>
        {manuals.length > 0 && (
          <ul className="lending-lines" aria-label={t('lending.manuals')}>
            {manuals.map(({ id, title, bytes }) => (
              <li key={id}>
                <span>
                  <a href={address(lendingManuals.manual, { params: { id } })} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                  <span className="small-print">{formatBytes(bytes, locale)}</span>
                </span>
                <IconButton
                  label={t('lending.manual.remove', { title })}
                  icon={<Trash2 />}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id } }, { onSuccess: setModel })}
                />
              </li>
            ))}
          </ul>
        )}
        {manuals.length < MOST_MANUALS && <AddManual model={model.id} onChange={setModel} />}
      </div>
    </Dialog>
  );
}
