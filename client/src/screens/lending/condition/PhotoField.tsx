import { lendingCondition, MAX_PHOTOS } from '@fundus/contract/lending/condition/condition';
import { Camera, X } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { base64Of } from '../../../ui/base64.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalText } from '../parts/words.ts';
import '../../../ui/button.css';
import '../parts/desk.css';

type Props = {
  /** Device or loan that the photos show. */
  of: { item: string } | { line: string };
  photos: readonly string[];
  onChange: (photos: string[]) => void;
};

/** Uploads photos from a camera or from files. */
export function PhotoField({ of, photos, onChange }: Props) {
  const { t, locale } = useT();
  const add = useCall(lendingCondition.addPhoto);
  const upload = async (file: File) => {
    const content = await base64Of(file);
    add.mutate({ body: { ...of, content } }, { onSuccess: ({ id }) => onChange([...photos, id]) });
  };
  return (
    <div className="desk-photos">
      {photos.length > 0 && (
        <ul>
          {photos.map((id, i) => (
            <li key={id}>
              <img src={`/api/v1/lending/photos/${id}`} alt={t('lending.photo', { number: i + 1 })} />
              <IconButton
                className="btn btn-icon desk-photo-remove"
                label={t('lending.photo.remove', { number: i + 1 })}
                icon={<X />}
                onClick={() => onChange(photos.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <FormProblem>{add.error && refusalText(t, add.error, locale)}</FormProblem>
      {photos.length < MAX_PHOTOS && (
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          icon={<Camera />}
          disabled={add.isPending}
          onFile={(file) => void upload(file)}
        >
          {t('lending.photo.add')}
        </FileButton>
      )}
    </div>
  );
}
