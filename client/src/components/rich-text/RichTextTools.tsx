import { Bold, ImagePlus, Italic, Link2, List, ListOrdered } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { BLOCKS, type Here } from './rich-text-selection.ts';
import './rich-text-editor.css';

type Props = {
  here: Here;
  onFormat: (command: string, argument?: string) => void;
  onLink: () => void;
  /** `null`: pictures are not allowed. */
  onPicture: (() => void) | null;
};

/** Shows the toolbar of the editor. A press keeps the focus in the text. */
export function RichTextTools({ here, onFormat, onLink, onPicture }: Props) {
  const { t } = useT();
  const tool = (label: string, icon: ReactNode, pressed: boolean | undefined, onClick: () => void, disabled = false) => (
    <IconButton
      label={label}
      icon={icon}
      pressed={pressed}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  );
  return (
    <div className="rte-tools" role="group" aria-label={t('editor.toolbar')}>
      <Select
        label={t('editor.style')}
        value={here.block}
        options={BLOCKS.map((tag) => ({ value: tag, label: t(`editor.style.${tag}`) }))}
        onChange={(tag) => onFormat('formatBlock', tag)}
      />
      {tool(t('editor.bold'), <Bold />, here.bold, () => onFormat('bold'), here.block !== 'p')}
      {tool(t('editor.italic'), <Italic />, here.italic, () => onFormat('italic'))}
      {tool(t('editor.list'), <List />, here.list, () => onFormat('insertUnorderedList'))}
      {tool(t('editor.numbers'), <ListOrdered />, here.numbers, () => onFormat('insertOrderedList'))}
      {tool(t('editor.link'), <Link2 />, here.link !== null, onLink)}
      {onPicture && tool(t(here.picture ? 'editor.picture.change' : 'editor.picture'), <ImagePlus />, undefined, onPicture)}
    </div>
  );
}
