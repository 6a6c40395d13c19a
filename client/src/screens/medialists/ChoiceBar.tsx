import type { ListItem } from '@fundus/contract/medialists/items';
import { Check, Copy, Eye, EyeOff, FolderInput, Trash2, X } from 'lucide-react';
import { useEffect } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { OpenListDialog } from './ListDialogs.tsx';
import type { Contents } from './use-contents.ts';
import '../../components/media/print/choice-bar.css';
import './medialists.css';
import '../../ui/button.css';

type Props = {
  items: readonly ListItem[];
  chosen: readonly ListItem[];
  edits: boolean;
  contents: Contents;
  onAll: () => void;
  onOpen: (open: OpenListDialog) => void;
  onEnd: () => void;
};

/** Shows bulk actions for selected items at the bottom of the page. */
export function ChoiceBar({ items, chosen, edits, contents, onAll, onOpen, onEnd }: Props) {
  const { t } = useT();
  const none = chosen.length === 0;
  const ids = chosen.map(({ id }) => id);
  const hidden = chosen.every((item) => !item.visible_to_learners);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) onEnd();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <section className="choice-bar list-bar" aria-label={t('list.choice.title')}>
      <p role="status">{t('choice.count', { count: chosen.length })}</p>
      <div className="btn-flush">
        <Button icon={<Check />} onClick={onAll}>
          {t(chosen.length === items.length ? 'choice.none' : 'choice.all')}
        </Button>
        <Button icon={<Copy />} disabled={none} onClick={() => onOpen({ what: 'copy', items: chosen })}>
          {t('list.items.copy')}
        </Button>
        {edits && (
          <>
            <Button icon={<FolderInput />} disabled={none} onClick={() => onOpen({ what: 'move', items: chosen })}>
              {t('list.items.move')}
            </Button>
            <Button icon={hidden ? <Eye /> : <EyeOff />} disabled={none} onClick={() => contents.show(ids, hidden)}>
              {t(hidden ? 'list.items.show' : 'list.items.hide')}
            </Button>
            <Button
              icon={<Trash2 />}
              disabled={none}
              onClick={() => {
                contents.take(ids);
                onEnd();
              }}
            >
              {t('list.item.take')}
            </Button>
          </>
        )}
      </div>
      <IconButton label={t('choice.end')} icon={<X />} onClick={onEnd} />
    </section>
  );
}
