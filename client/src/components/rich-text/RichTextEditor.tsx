import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { trustedHtml } from '../../ui/trusted-types.ts';
import { cleanRichText, paragraphsOf, saysSomething } from './rich-text.ts';
import '../../ui/fields/field.css';
import './rich-text.css';
import './rich-text-editor.css';
import { endOf, lookAround, NOWHERE, pictureHtml, run, selectNode, writeAndSelect, type Here } from './rich-text-selection.ts';
import { LinkDialog } from './RichTextLink.tsx';
import { RichTextTools } from './RichTextTools.tsx';
import { PictureDialog, type BringPicture } from './RichTextPicture.tsx';

type Props = {
  label: string;
  hint?: string;
  error?: string | null;
  /** Initial text. A new `key` resets the editor. */
  value: string;
  /** Receives clean HTML (docs/behaviour/common.md#rich-text). */
  onChange: (html: string) => void;
  language: string;
  /** Allows pictures and uploads them. */
  pictures?: BringPicture;
};

/** Shows a rich-text editor for headings, lists and links. Tab leaves it, so there is no keyboard trap. */
export function RichTextEditor({ label, hint, error, value, onChange, language, pictures }: Props) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const range = useRef<Range | null>(null);
  const [here, setHere] = useState<Here>(NOWHERE);
  const [linking, setLinking] = useState<{ href: string; words: string } | null>(null);
  /** Picture being edited: an existing or a new one. */
  const [picturing, setPicturing] = useState<{ picture: HTMLImageElement | null; file: File | null } | null>(null);
  const options = { pictures: pictures !== undefined };

  useEffect(() => {
    area.current!.innerHTML = trustedHtml(cleanRichText(value, options) || '<p><br></p>');
    run('defaultParagraphSeparator', 'p');
    run('styleWithCSS', 'false');
    // Only what it begins with; from then on the page holds the text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    const look = () => {
      const selection = getSelection();
      if (!selection?.rangeCount || !area.current?.contains(selection.anchorNode)) return;
      range.current = selection.getRangeAt(0).cloneRange();
      setHere(lookAround(area.current, selection));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, []);

  /** Restores focus and selection after a button press. */
  const comeBack = () => {
    area.current!.focus();
    const selection = getSelection()!;
    const last = range.current ?? endOf(area.current!);
    selection.removeAllRanges();
    selection.addRange(last);
  };
  const changed = () => onChange(cleanRichText(area.current!.innerHTML, options));
  const format = (command: string, argument?: string) => {
    comeBack();
    run(command, argument);
    changed();
  };
  const insert = (data: DataTransfer) => {
    const html = cleanRichText(data.getData('text/html'), options);
    const file = [...data.files].find(({ type }) => type.startsWith('image/'));
    // Office programs add a picture of the copied text.
    if (pictures && file && !saysSomething(html)) return setPicturing({ picture: null, file });
    run('insertHTML', html || paragraphsOf(data.getData('text/plain')));
    changed();
  };

  /** Waits until the dialog is closed, because content behind it cannot take the focus. */
  const afterDialog = (then: () => void) => {
    setLinking(null);
    setPicturing(null);
    setTimeout(then);
  };

  return (
    <div className="field">
      <div className="field-head">
        {/* A heading, because headings of the text follow it. */}
        <h2 className="rte-label" id={id}>
          {label}
        </h2>
      </div>
      {hint && (
        <p className="small-print" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="rte">
        <RichTextTools
          here={here}
          onFormat={format}
          onLink={() =>
            setLinking({ href: here.link?.getAttribute('href') ?? '', words: here.link?.textContent ?? String(range.current ?? '') })
          }
          onPicture={pictures ? () => setPicturing({ picture: here.picture, file: null }) : null}
        />
        {/* A click selects a picture; by keyboard it is selected like a character with Shift and an arrow. */}
        <div
          ref={area}
          className="rte-area rich-text"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-labelledby={id}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          lang={language}
          spellCheck
          onInput={changed}
          onClick={({ target }) => {
            if (!(target instanceof HTMLImageElement)) return;
            selectNode(target, range);
            comeBack();
          }}
          onKeyDown={(event) => {
            // Headings are bold already; underlined text looks like a link.
            const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : '';
            if (key === 'u' || (key === 'b' && here.block !== 'p')) event.preventDefault();
          }}
          onPaste={(event: ClipboardEvent) => {
            event.preventDefault();
            insert(event.clipboardData);
          }}
          onDrop={(event: DragEvent) => {
            event.preventDefault();
            insert(event.dataTransfer);
          }}
        />
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {linking && (
        <LinkDialog
          given={linking}
          onClose={() => setLinking(null)}
          onRemove={
            linking.href
              ? () => {
                  afterDialog(() => {
                    if (here.link) selectNode(here.link, range);
                    format('unlink');
                  });
                }
              : null
          }
          onApply={({ href, words }) => {
            afterDialog(() => {
              if (here.link) selectNode(here.link, range);
              comeBack();
              if (String(getSelection()) !== words) writeAndSelect(words);
              run('createLink', href);
              getSelection()!.collapseToEnd();
              changed();
            });
          }}
        />
      )}
      {pictures && picturing && (
        <PictureDialog
          bring={pictures}
          given={picturing.picture && { href: picturing.picture.getAttribute('src')!, alt: picturing.picture.alt }}
          file={picturing.file}
          onClose={() => setPicturing(null)}
          onRemove={() => {
            const { picture } = picturing;
            afterDialog(() => {
              if (picture) selectNode(picture, range);
              format('delete');
            });
          }}
          onApply={({ href, alt }) => {
            const { picture } = picturing;
            afterDialog(() => {
              comeBack();
              if (picture) picture.alt = alt;
              else run('insertHTML', pictureHtml(href, alt));
              changed();
            });
          }}
        />
      )}
    </div>
  );
}
