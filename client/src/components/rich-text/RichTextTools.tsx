import { Bold, ImagePlus, Italic, Link2, List, ListOrdered, Redo2, Undo2 } from 'lucide-react';
import { redo, undo } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { nodes } from './document-model.ts';
import { BLOCKS, setBlock, toggleBold, toggleItalic, toggleList, type Formats } from './editor-commands.ts';
import './rich-text-editor.css';

type Props = {
  /** Id of the text that the toolbar controls. */
  controls: string;
  formats: Formats;
  onApply: (change: (view: EditorView) => void) => void;
  onLink: () => void;
  /** Opens the picture dialog; `null` if pictures are not allowed. */
  onPicture: (() => void) | null;
};

type Tool = { label: string; icon: ReactNode; keys?: string; pressed?: boolean; disabled?: boolean; press: () => void };

/** Shows the paragraph style and a toolbar with one tab stop, moved with the arrow keys. Pressing a button keeps the focus in the text. */
export function RichTextTools({ controls, formats, onApply, onLink, onPicture }: Props) {
  const { t } = useT();
  const [at, setAt] = useState(0);
  const toolbar = useRef<HTMLDivElement>(null);
  const run = (command: Command) => () => onApply(({ state, dispatch }) => command(state, dispatch));
  const list = (type: (typeof nodes)[string]) => () => onApply((view) => toggleList(view, type));
  const tools: Tool[] = [
    {
      label: t('editor.bold'),
      icon: <Bold />,
      keys: 'Control+B',
      pressed: formats.bold,
      disabled: formats.block !== 'p',
      press: run(toggleBold),
    },
    { label: t('editor.italic'), icon: <Italic />, keys: 'Control+I', pressed: formats.italic, press: run(toggleItalic) },
    { label: t('editor.list'), icon: <List />, pressed: formats.list, press: list(nodes.bullet_list) },
    { label: t('editor.numbers'), icon: <ListOrdered />, pressed: formats.numbers, press: list(nodes.ordered_list) },
    { label: t('editor.link'), icon: <Link2 />, pressed: formats.link !== null, press: onLink },
    ...(onPicture
      ? [{ label: t(formats.picture ? 'editor.picture.change' : 'editor.picture'), icon: <ImagePlus />, press: onPicture }]
      : []),
    { label: t('editor.undo'), icon: <Undo2 />, keys: 'Control+Z', disabled: !formats.undo, press: run(undo) },
    { label: t('editor.redo'), icon: <Redo2 />, keys: 'Control+Y', disabled: !formats.redo, press: run(redo) },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: (at + 1) % tools.length, ArrowLeft: (at + tools.length - 1) % tools.length, Home: 0, End: tools.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="rte-tools">
      <Select
        label={t('editor.style')}
        value={formats.block}
        options={BLOCKS.map((tag) => ({ value: tag, label: t(`editor.style.${tag}`) }))}
        onChange={(tag) => onApply((view) => setBlock(view, tag))}
      />
      <div
        ref={toolbar}
        className="rte-buttons"
        role="toolbar"
        tabIndex={-1}
        aria-label={t('editor.toolbar')}
        aria-controls={controls}
        onKeyDown={onKeyDown}
      >
        {tools.map(({ label, icon, keys, pressed, disabled = false, press }, i) => (
          <IconButton
            key={label}
            label={label}
            icon={icon}
            pressed={pressed}
            tabIndex={i === at ? 0 : -1}
            // Disabled tools stay focusable, so that the arrow keys reach every tool.
            aria-disabled={disabled}
            aria-keyshortcuts={keys}
            onFocus={() => setAt(i)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={disabled ? undefined : press}
          />
        ))}
      </div>
    </div>
  );
}
