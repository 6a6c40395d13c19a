import { lending } from '@fundus/contract/lending/lending';
import { ALT_LENGTH, lendingPictures } from '@fundus/contract/lending/models/pictures';
import { MOST_PICTURES, type DeviceModel, type ModelPicture as Picture } from '@fundus/contract/lending/points/points';
import { ImagePlus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { sayAt } from '../../../components/forms/form-problems.ts';
import { useT } from '../../../i18n/translate.ts';
import { base64Of } from '../../../ui/base64.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { ModelPicture } from './ModelPicture.tsx';
import { refusalWords } from '../parts/words.ts';
import '../parts/borrow.css';
import './picture.css';

const READS = { refreshes: [lending.models, lending.model] };

type RowProps = { picture: Picture; number: number; onChange: (model: DeviceModel) => void };

/** One picture: what is to be seen, standing for the model, away. */
function PictureRow({ picture: { id, alt }, number, onChange }: RowProps) {
  const { t, locale } = useT();
  const change = useCall(lendingPictures.changePicture, READS);
  const remove = useCall(lendingPictures.removePicture, READS);
  const [words, setWords] = useState(alt);
  const busy = change.isPending || remove.isPending;
  const done = { onSuccess: onChange };
  const say = (error: Parameters<typeof refusalWords>[1]) => refusalWords(t, error, locale);
  return (
    <li>
      <ModelPicture id={id} />
      <div>
        <FormProblem>{remove.error && say(remove.error)}</FormProblem>
        <TextField
          label={t('lending.picture.alt', { number })}
          maxLength={ALT_LENGTH}
          value={words}
          error={sayAt(t, change.error, 'alt', say)}
          onChange={({ target }) => setWords(target.value)}
        />
        <div className="lending-does">
          {words.trim() !== alt && (
            <Button variant="line" disabled={busy} onClick={() => change.mutate({ params: { id }, body: { alt: words } }, done)}>
              {t('app.save')}
            </Button>
          )}
          {number > 1 && (
            <Button
              icon={<Star />}
              aria-label={t('lending.picture.first.name', { number })}
              disabled={busy}
              onClick={() => change.mutate({ params: { id }, body: { first: true } }, done)}
            >
              {t('lending.picture.first')}
            </Button>
          )}
          <IconButton
            label={t('lending.picture.remove', { number })}
            icon={<Trash2 />}
            disabled={busy}
            onClick={() => remove.mutate({ params: { id } }, done)}
          />
        </div>
      </div>
    </li>
  );
}

/** A picture that was chosen says first what is to be seen on it. */
function AddPicture({ model, onChange }: { model: string; onChange: (model: DeviceModel) => void }) {
  const { t, locale } = useT();
  const add = useCall(lendingPictures.addPicture, READS);
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const say = (error: Parameters<typeof refusalWords>[1]) => refusalWords(t, error, locale);
  const send = async (chosen: File) => {
    const body = { alt, content: await base64Of(chosen) };
    const onSuccess = (changed: DeviceModel) => {
      setFile(null);
      setAlt('');
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
      <FormProblem>{add.error && add.error.field !== 'alt' && say(add.error)}</FormProblem>
      <FileButton accept="image/jpeg,image/png,image/webp" icon={<ImagePlus />} disabled={add.isPending} onFile={setFile}>
        {t(file ? 'lending.picture.other' : 'lending.picture.choose')}
      </FileButton>
      {file && (
        <>
          <p className="small-print">{file.name}</p>
          <TextField
            label={t('lending.picture.see')}
            hint={t('lending.picture.see.hint')}
            maxLength={ALT_LENGTH}
            value={alt}
            error={sayAt(t, add.error, 'alt', say)}
            onChange={({ target }) => setAlt(target.value)}
          />
          <Button type="submit" variant="primary" disabled={add.isPending}>
            {t(add.isPending ? 'lending.picture.adding' : 'lending.picture.add')}
          </Button>
        </>
      )}
    </form>
  );
}

/** Pictures of a model, kept by the desk (docs/behaviour/lending.md#pictures). */
export function PicturesDialog({ model, onClose }: { model: DeviceModel; onClose: () => void }) {
  const { t } = useT();
  const [{ pictures }, setModel] = useState(model);
  return (
    <Dialog open title={t('lending.pictures.of', { name: model.name })} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p className="small-print">{t('lending.pictures.what', { most: MOST_PICTURES })}</p>
        {pictures.length > 0 && (
          <ul className="picture-rows" aria-label={t('lending.pictures')}>
            {pictures.map((picture, i) => (
              <PictureRow key={picture.id} picture={picture} number={i + 1} onChange={setModel} />
            ))}
          </ul>
        )}
        {pictures.length < MOST_PICTURES && <AddPicture model={model.id} onChange={setModel} />}
      </div>
    </Dialog>
  );
}
