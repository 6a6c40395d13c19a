import { AppError } from '@fundus/contract/errors';
import { fillPath } from '@fundus/contract/endpoint';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { PICTURE_BYTES, type PictureSlot, type ThemeSettings } from '@fundus/contract/setup/theme';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FileRejected, readBase64 } from '../files.ts';
import { FieldProblem } from '../../../ui/fields/FieldProblem.tsx';
import './theme-screen.css';

const OWN: Record<PictureSlot, string> = {
  logo: setup.logo.path,
  logo_footer: setup.logoFooter.path,
  illustration: setup.illustration.path,
};

type Props = { slot: PictureSlot; settings: ThemeSettings; change: (about: Partial<ThemeSettings>) => void };

/** Returns the URL of an uploaded picture for administrators, or `null` for the built-in picture. */
export const pictureHref = (settings: ThemeSettings, slot: PictureSlot): string | null =>
  settings[slot] && fillPath(setupAdmin.picture.path, { file: settings[slot].file });

/** Uploads, describes or removes a picture of the theme. */
export function PictureField({ slot, settings, change }: Props) {
  const { t, locale } = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const chosen = settings[slot];
  const name = t(`theme.${slot}`);

  const upload = async (file: File) => {
    setProblem(null);
    setNote(null);
    if (file.size > PICTURE_BYTES) return setProblem(t('theme.picture.tooLarge', { size: formatBytes(file.size, locale) }));
    setBusy(true);
    try {
      const stored = await call(setupAdmin.uploadPicture, { params: { slot }, body: { content: await readBase64(file) } });
      change({ [slot]: { file: stored.file, alt: chosen?.alt ?? '' } });
      const about = t('theme.picture.stored', { size: formatBytes(stored.bytes, locale), width: stored.width, height: stored.height });
      setNote(stored.removed.length ? `${about} ${t('theme.picture.removed', { names: stored.removed.join(', ') })}` : about);
    } catch (error) {
      if (error instanceof FileRejected) setProblem(t(error.key));
      else if (error instanceof AppError)
        setProblem(t(error.code === 'unsupported_type' ? 'theme.picture.unusable' : `error.${error.code}`));
      else throw error;
    } finally {
      setBusy(false);
    }
  };

  return (
    <fieldset className="picture-field" aria-describedby={`${id}-hint`}>
      <legend>{name}</legend>
      <div className="picture-shown">
        <img src={pictureHref(settings, slot) ?? OWN[slot]} alt="" />
      </div>
      <div className="picture-does">
        <p className="small-print" id={`${id}-hint`}>
          {t(`theme.${slot}.hint`)}
        </p>
        <div className="picture-buttons">
          <FileButton
            accept="image/svg+xml,image/png,.svg,.png"
            icon={<ImageUp />}
            disabled={busy}
            label={t('theme.picture.choose.named', { name })}
            onFile={(file) => void upload(file)}
          >
            {t(busy ? 'theme.picture.busy' : 'theme.picture.choose')}
          </FileButton>
          {chosen && <IconButton label={t('theme.picture.remove', { name })} icon={<Trash2 />} onClick={() => change({ [slot]: null })} />}
        </div>
        <FieldProblem>{problem}</FieldProblem>
        {note && (
          <p className="small-print" role="status">
            {note}
          </p>
        )}
        {chosen && (
          <TextField
            label={t('theme.picture.alt')}
            hint={t(`theme.${slot}.alt`)}
            maxLength={160}
            value={chosen.alt}
            onChange={(event) => change({ [slot]: { ...chosen, alt: event.target.value } })}
          />
        )}
      </div>
    </fieldset>
  );
}
