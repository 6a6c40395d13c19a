import { lending } from '@fundus/contract/lending/lending';
import { ALT_LENGTH, lendingPictures } from '@fundus/contract/lending/models/pictures';
import { MAX_PICTURES, type DeviceModel, type ModelPicture as Picture } from '@fundus/contract/lending/points/points';
import { ImagePlus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { problemTextAt } from '../../../components/forms/form-problems.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FileUploadForm } from './FileUploadForm.tsx';
import { ModelPicture } from './ModelPicture.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import './picture.css';

const READS = { refreshes: [lending.models, lending.model] };

type RowProps = { picture: Picture; number: number; onChange: (model: DeviceModel) => void };

/** Edits the description of a picture, moves the picture to the first position, or removes it. */
function PictureRow({ picture: { id, alt }, number, onChange }: RowProps) {
  const { t, locale } = useT();
  const change = useCall(lendingPictures.changePicture, READS);
  const remove = useCall(lendingPictures.removePicture, READS);
  const [words, setWords] = useState(alt);
  const busy = change.isPending || remove.isPending;
  const done = { onSuccess: onChange };
  const formatError = (error: Parameters<typeof refusalText>[1]) => refusalText(t, error, locale);
  return (
    <li>
      <ModelPicture id={id} />
      <div>
        <FormProblem>{remove.error && formatError(remove.error)}</FormProblem>
        <div className="picture-words">
          <TextField
            label={t('lending.picture.alt', { number })}
            maxLength={ALT_LENGTH}
            value={words}
            error={problemTextAt(t, change.error, 'alt', formatError)}
            onChange={({ target }) => setWords(target.value)}
          />
          <IconButton
            label={t('lending.picture.remove', { number })}
            icon={<Trash2 />}
            disabled={busy}
            onClick={() => remove.mutate({ params: { id } }, done)}
          />
        </div>
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
        </div>
      </div>
    </li>
  );
}

/** Adds a picture. The user describes the picture before the upload. */
function AddPicture({ model, onChange }: { model: string; onChange: (model: DeviceModel) => void }) {
  const { t } = useT();
  const add = useCall(lendingPictures.addPicture, READS);
  return (
    <FileUploadForm
      accept="image/jpeg,image/png,image/webp"
      icon={<ImagePlus />}
      words={{ field: 'alt', label: t('lending.picture.see'), hint: t('lending.picture.see.hint'), maxLength: ALT_LENGTH }}
      labels={{
        choose: t('lending.picture.choose'),
        other: t('lending.picture.other'),
        add: t('lending.picture.add'),
        adding: t('lending.picture.adding'),
      }}
      describe={({ name }) => name}
      pending={add.isPending}
      error={add.error}
      onSend={({ words, content }, onSuccess) => add.mutate({ params: { id: model }, body: { alt: words, content } }, { onSuccess })}
      onChange={onChange}
    />
  );
}

/** Edits the pictures of a model (docs/behaviour/lending.md#pictures). */
export function PicturesDialog({ model, onClose }: { model: DeviceModel; onClose: () => void }) {
  const { t } = useT();
  const [{ pictures }, setModel] = useState(model);
  return (
    <Dialog open title={t('lending.pictures.of', { name: model.name })} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p className="small-print">{t('lending.pictures.what', { most: MAX_PICTURES })}</p>
        {pictures.length > 0 && (
          <ul className="picture-rows" aria-label={t('lending.pictures')}>
            {pictures.map((picture, i) => (
              <PictureRow key={picture.id} picture={picture} number={i + 1} onChange={setModel} />
            ))}
          </ul>
        )}
        {pictures.length < MAX_PICTURES && <AddPicture model={model.id} onChange={setModel} />}
      </div>
    </Dialog>
  );
}
