import { Bold, Italic, Link2, List, ListOrdered } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { useT } from '../i18n/translate.ts';
import { IconButton } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { cleanRichText, paragraphsOf } from './rich-text.ts';
import './rich-text.css';
import './rich-text-editor.css';
import { LinkDialog } from './RichTextLink.tsx';

type Props = {
  label: string;
  hint?: string;
  error?: string | null;
  /** The text at the beginning. Give another `key` to begin anew. */
  value: string;
  /** Gets clean HTML of the list of behaviour.md 5.0.3. */
  onChange: (html: string) => void;
  language: string;
};

const BLOCKS = ['p', 'h3', 'h4'] as const;
type BlockTag = (typeof BLOCKS)[number];
type Here = { block: BlockTag; bold: boolean; italic: boolean; list: boolean; numbers: boolean; link: HTMLAnchorElement | null };
const NOWHERE: Here = { block: 'p', bold: false, italic: false, list: false, numbers: false, link: null };

// The one editing interface all browsers share; deprecated without a successor.
const run = (command: string, value?: string): boolean => document.execCommand(command, false, value);

/** Text with headings, lists and links, written as it will look. Tab leaves it: there is no trap. */
export function RichTextEditor({ label, hint, error, value, onChange, language }: Props) {
  const { t } = useT();
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const range = useRef<Range | null>(null);
  const [here, setHere] = useState<Here>(NOWHERE);
  const [linking, setLinking] = useState<{ href: string; words: string } | null>(null);

  useEffect(() => {
    area.current!.innerHTML = cleanRichText(value) || '<p><br></p>';
    run('defaultParagraphSeparator', 'p');
    run('styleWithCSS', 'false');
    // Only what it begins with; from then on the page holds the text.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const look = () => {
      const selection = getSelection();
      if (!selection?.rangeCount || !area.current?.contains(selection.anchorNode)) return;
      range.current = selection.getRangeAt(0).cloneRange();
      setHere(lookAround(area.current, selection.anchorNode!));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, []);

  /** Back to where the person was writing, also after the focus went to a button. */
  const comeBack = () => {
    area.current!.focus();
    const selection = getSelection()!;
    const last = range.current ?? endOf(area.current!);
    selection.removeAllRanges();
    selection.addRange(last);
  };
  const changed = () => onChange(cleanRichText(area.current!.innerHTML));
  const format = (command: string, argument?: string) => {
    comeBack();
    run(command, argument);
    changed();
  };
  const insert = (data: DataTransfer) => {
    const html = data.getData('text/html');
    run('insertHTML', html ? cleanRichText(html) : paragraphsOf(data.getData('text/plain')));
    changed();
  };

  /** While a dialog is open nothing behind it takes the focus. */
  const afterDialog = (then: () => void) => {
    setLinking(null);
    setTimeout(then);
  };

  const tool = (name: 'bold' | 'italic' | 'list' | 'numbers', icon: ReactNode, command: string) => (
    <IconButton
      label={t(`editor.${name}`)}
      icon={icon}
      pressed={here[name]}
      disabled={name === 'bold' && here.block !== 'p'}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => format(command)}
    />
  );

  return (
    <div className="field">
      <div className="field-head">
        {/* A heading: those of the text follow it. */}
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
        <div className="rte-tools" role="group" aria-label={t('editor.toolbar')}>
          <Select
            label={t('editor.style')}
            value={here.block}
            options={BLOCKS.map((tag) => ({ value: tag, label: t(`editor.style.${tag}`) }))}
            onChange={(tag) => format('formatBlock', tag)}
          />
          {tool('bold', <Bold />, 'bold')}
          {tool('italic', <Italic />, 'italic')}
          {tool('list', <List />, 'insertUnorderedList')}
          {tool('numbers', <ListOrdered />, 'insertOrderedList')}
          <IconButton
            label={t('editor.link')}
            icon={<Link2 />}
            pressed={here.link !== null}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() =>
              setLinking({ href: here.link?.getAttribute('href') ?? '', words: here.link?.textContent ?? String(range.current ?? '') })
            }
          />
        </div>
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
          onKeyDown={(event) => {
            // A heading is bold by itself; underlined words look like links.
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
    </div>
  );
}

function lookAround(root: HTMLElement, node: Node): Here {
  const element = node instanceof Element ? node : node.parentElement;
  const inside = (selector: string): Element | null => {
    const found = element?.closest(selector) ?? null;
    return found && root.contains(found) && found !== root ? found : null;
  };
  const block = inside('h3, h4')?.tagName.toLowerCase() as BlockTag | undefined;
  const list = inside('ul, ol')?.tagName;
  return {
    block: block ?? 'p',
    bold: document.queryCommandState('bold') && !block,
    italic: document.queryCommandState('italic'),
    list: list === 'UL',
    numbers: list === 'OL',
    link: inside('a') as HTMLAnchorElement | null,
  };
}

function endOf(root: HTMLElement): Range {
  const range = document.createRange();
  range.selectNodeContents(root.lastElementChild ?? root);
  range.collapse(false);
  return range;
}

/** Writes words in place of the selection and selects them. */
function writeAndSelect(words: string): void {
  run('insertText', words);
  const { anchorNode, anchorOffset } = getSelection()!;
  if (!(anchorNode instanceof Text)) return;
  getSelection()!.setBaseAndExtent(anchorNode, Math.max(0, anchorOffset - words.length), anchorNode, anchorOffset);
}

function selectNode(node: Node, range: { current: Range | null }): void {
  const all = document.createRange();
  all.selectNode(node);
  range.current = all;
}
