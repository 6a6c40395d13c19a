import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { toLinkUrl } from './rich-text.ts';

type Link = { href: string; words: string };
type Props = { given: Link; onClose: () => void; onRemove: (() => void) | null; onApply: (link: Link) => void };

/** Asks for the target and the text of a link. */
export function LinkDialog({ given, onClose, onRemove, onApply }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState(given.href.replace(/^mailto:/i, ''));
  const [words, setWords] = useState(given.words);
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const href = toLinkUrl(typed);
    if (href) onApply({ href, words: words.trim() || typed.trim() });
    else setWrong(true);
  };
  // Rendered in a portal, because the editor may be inside a form, and forms must not be nested.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title={t('editor.link')}
      closeLabel={t('app.close')}
      foot={
        <>
          {onRemove && <Button onClick={onRemove}>{t('editor.link.remove')}</Button>}
          <Button variant="primary" onClick={apply}>
            {t('editor.link.apply')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          apply();
        }}
      >
        <TextField
          label={t('editor.link.address')}
          hint={t('editor.link.hint')}
          error={wrong ? t('editor.link.wrong') : null}
          inputMode="url"
          autoCapitalize="none"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <TextField label={t('editor.link.words')} value={words} onChange={(event) => setWords(event.target.value)} />
        <input type="submit" hidden />
      </form>
    </Dialog>,
    document.body,
  );
}
