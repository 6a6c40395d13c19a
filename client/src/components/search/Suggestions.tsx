import type { catalogue } from '@fundus/contract/catalogue/catalogue';
import { Building2, FileText, Shapes, Tag } from 'lucide-react';
import type { RefObject } from 'react';
import type { Reply } from '@fundus/contract/endpoint';
import { useT } from '../../i18n/translate.ts';
import { FloatingPanel } from '../../ui/overlays/FloatingPanel.tsx';
import './search-field.css';

export type Suggestion = Reply<typeof catalogue.suggest>['suggestions'][number];

const ICONS = { title: FileText, keyword: Tag, subject: Shapes, producer: Building2 } as const;

type Props = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  suggestions: readonly Suggestion[];
  /** Index of the selected suggestion, or -1. */
  at: number;
  onChoose: (suggestion: Suggestion) => void;
  onClose: () => void;
};

/** Shows the suggestions of a search field. Loaded when the user types the first letters. */
export function Suggestions({ id, anchor, suggestions, at, onChoose, onClose }: Props) {
  const { t } = useT();
  return (
    <FloatingPanel anchor={anchor} wide className="suggestions" onClose={onClose}>
      <ul role="listbox" id={`${id}-list`} aria-label={t('search.suggestions')}>
        {suggestions.map((suggestion, i) => {
          const { text: words, kind, count } = suggestion;
          const Icon = ICONS[kind];
          return (
            // Needs no key handler: the search field keeps the focus and handles Enter.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={`${kind}:${words}`}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(suggestion)}
            >
              <Icon />
              <span className="suggestion-text">{words}</span>
              <span className="suggestion-kind">
                {t(`search.suggestion.${kind}`)}
                {kind !== 'title' && <span className="num"> · {count}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </FloatingPanel>
  );
}
