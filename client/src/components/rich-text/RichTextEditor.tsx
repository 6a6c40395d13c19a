import { baseKeymap, deleteSelection } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Slice } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { parsePlainText, parseRichText, toHtml } from './document-model.ts';
import { formatsAt, NO_FORMATS, removeLink, selectedWords, setLink, setPicture, SHORTCUTS } from './editor-commands.ts';
import { preparePastedHtml } from './pasted-html.ts';
import { cleanRichText } from './rich-text.ts';
import './rich-text.css';
import './rich-text-editor.css';
import { RichTextFrame } from './RichTextFrame.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { PictureDialog, type PictureUpload } from './PictureDialog.tsx';
import { RichTextTools } from './RichTextTools.tsx';

type Props = {
  label: string;
  hint?: string;
  error?: string | null;
  /** Initial text as HTML. A new `key` resets the editor. */
  value: string;
  /** Receives sanitised HTML (docs/behaviour/common.md#rich-text). */
  onChange: (html: string) => void;
  language: string;
  /** Uploads pictures. If missing, the editor does not allow pictures. */
  pictures?: PictureUpload;
};

/** Shows a rich-text editor with headings, lists and links. The Tab key leaves the editor, so there is no keyboard trap. */
export function RichTextEditor({ label, hint, error, value, onChange, language, pictures }: Props) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [formats, setFormats] = useState(NO_FORMATS);
  const [linking, setLinking] = useState<{ href: string; words: string } | null>(null);
  /** Picture being edited: an existing or a new one. */
  const [picturing, setPicturing] = useState<{ picture: { src: string; alt: string } | null; file: File | null } | null>(null);

  const changed = useEffectEvent(onChange);
  const open = useEffectEvent(() => {
    const options = { pictures: pictures !== undefined };
    /**
     * Opens the picture dialog for a pasted picture. Ignores pictures pasted together with text, because office programs add a picture of the copied
     * text.
     */
    const takePicture = ({ files }: DataTransfer, { content }: Slice): boolean => {
      const file = [...files].find(({ type }) => type.startsWith('image/'));
      if (!pictures || !file || content.size > 0) return false;
      setPicturing({ picture: null, file });
      return true;
    };
    const opened: EditorView = new EditorView(
      { mount: area.current! },
      {
        state: EditorState.create({
          doc: parseRichText(value, options),
          plugins: [history(), keymap(SHORTCUTS), keymap(baseKeymap)],
        }),
        dispatchTransaction: (transaction) => {
          const state = opened.state.apply(transaction);
          opened.updateState(state);
          setFormats(formatsAt(state));
          if (transaction.docChanged) changed(toHtml(state.doc));
        },
        transformPastedHTML: (html) => cleanRichText(preparePastedHtml(html), options),
        clipboardTextParser: parsePlainText,
        handlePaste: (_, { clipboardData }, slice) => clipboardData !== null && takePicture(clipboardData, slice),
        handleDrop: (_, { dataTransfer }, slice) => dataTransfer !== null && takePicture(dataTransfer, slice),
      },
    );
    return opened;
  });
  useEffect(() => {
    const opened = open();
    setView(opened);
    setFormats(formatsAt(opened.state));
    return () => opened.destroy();
  }, []);

  /** Focuses the text and applies a change to it. */
  const apply = (change: (view: EditorView) => void) => {
    if (!view) return;
    view.focus();
    change(view);
  };
  /** Applies a change after the dialog has closed, because content behind a dialog cannot take the focus. */
  const applyAfterDialog = (change: (view: EditorView) => void) => {
    setLinking(null);
    setPicturing(null);
    setTimeout(() => apply(change));
  };

  return (
    <RichTextFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <RichTextTools
            controls={id}
            formats={formats}
            onApply={apply}
            onLink={() => setLinking(formats.link ?? { href: '', words: view ? selectedWords(view.state) : '' })}
            onPicture={pictures ? () => setPicturing({ picture: formats.picture, file: null }) : null}
          />
          <div
            {...attributes}
            ref={area}
            id={id}
            className="rte-area rich-text"
            role="textbox"
            tabIndex={0}
            aria-multiline="true"
            lang={language}
            spellCheck
          />
          {linking && (
            <LinkDialog
              given={linking}
              onClose={() => setLinking(null)}
              onRemove={linking.href ? () => applyAfterDialog(removeLink) : null}
              onApply={({ href, words }) => applyAfterDialog((to) => setLink(to, href, words))}
            />
          )}
          {pictures && picturing && (
            <PictureDialog
              bring={pictures}
              given={picturing.picture && { href: picturing.picture.src, alt: picturing.picture.alt }}
              file={picturing.file}
              onClose={() => setPicturing(null)}
              onRemove={() => applyAfterDialog(({ state, dispatch }) => deleteSelection(state, dispatch))}
              onApply={({ href, alt }) => applyAfterDialog((to) => setPicture(to, href, alt))}
            />
          )}
        </>
      )}
    </RichTextFrame>
  );
}
