import { ImageUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { FieldProblem } from '../../ui/fields/FieldProblem.tsx';
import './rich-text-editor.css';

export type PictureUpload = {
  /** Accepted file types, as in the `accept` attribute. */
  accept: string;
  /** Hint about allowed types and sizes. */
  hint: string;
  /** Maximum length of the description in characters. */
  most: number;
  /** Uploads a picture. Returns its address, or an error text. */
  bring: (file: File) => Promise<{ href: string } | string>;
};

type Props = {
  bring: PictureUpload;
  /** Picture to change, or `null` for a new one. */
  given: { href: string; alt: string } | null;
  /** File that was dropped or pasted, or `null`. */
  file: File | null;
  onClose: () => void;
  onRemove: () => void;
  onApply: (picture: { href: string; alt: string }) => void;
};

/** Asks for a picture and its description. */
export function PictureDialog({ bring, given, file, onClose, onRemove, onApply }: Props) {
  const { t } = useT();
  const [picture, setPicture] = useState(given?.href ?? null);
  const [alt, setAlt] = useState(given?.alt ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const take = async (chosen: File) => {
    setBusy(true);
    setProblem(null);
    const answer = await bring.bring(chosen);
    setBusy(false);
    if (typeof answer === 'string') setProblem(answer);
    else setPicture(answer.href);
  };
  const takeGiven = useEffectEvent(() => {
    if (file) void take(file);
  });
  useEffect(() => takeGiven(), []);
  const apply = () => {
    setAsked(true);
    if (picture && alt.trim()) onApply({ href: picture, alt: alt.trim() });
  };
  // Rendered in a portal, because the editor may be inside a form, and forms must not be nested.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title={t(given ? 'editor.picture.change' : 'editor.picture')}
      closeLabel={t('app.close')}
      foot={
        <>
          {given && <Button onClick={onRemove}>{t('editor.picture.remove')}</Button>}
          <Button variant="primary" disabled={busy} onClick={apply}>
            {t(given ? 'app.save' : 'editor.picture.apply')}
          </Button>
        </>
      }
    >
      <form
        className="rte-picture"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          apply();
        }}
      >
        {picture && <img src={picture} alt="" />}
        {!given && (
          <div className="rte-picture-choose">
            <FileButton accept={bring.accept} icon={<ImageUp />} disabled={busy} onFile={(chosen) => void take(chosen)}>
              {t(busy ? 'editor.picture.busy' : picture ? 'editor.picture.other' : 'editor.picture.choose')}
            </FileButton>
            <p className="small-print">{bring.hint}</p>
            <FieldProblem>{problem ?? (asked && !picture && t('editor.picture.none'))}</FieldProblem>
          </div>
        )}
        <TextField
          label={t('editor.picture.alt')}
          hint={t('editor.picture.alt.hint')}
          error={asked && alt.trim() === '' ? t('editor.picture.alt.missing') : null}
          maxLength={bring.most}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <input type="submit" hidden />
      </form>
    </Dialog>,
    document.body,
  );
}
