import { Sparkles } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import './question-form.css';

const EXAMPLES = ['ai.example.1', 'ai.example.2', 'ai.example.3'] as const;

type Props = {
  /** Initial question. A new value replaces the text in the field. */
  text: string;
  onAsk: (question: string) => void;
  /** True to show example questions. */
  examples?: boolean;
  /** True to focus the field after mounting, for dialogs. */
  focused?: boolean;
};

/** Shows a field for a question. Enter submits; Shift+Enter adds a line. */
export function QuestionForm({ text, onAsk, examples = false, focused = false }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // Runs after the dialog has opened, because the dialog moves the focus first.
  useEffect(() => {
    if (focused) form.current?.querySelector('textarea')?.focus();
  }, [focused]);
  const question = typed.replace(/\s+/g, ' ').trim();

  return (
    <search className="question-box">
      <form
        ref={form}
        className="question"
        aria-label={t('ai.title')}
        onSubmit={(event) => {
          event.preventDefault();
          if (question) onAsk(question);
        }}
      >
        <TextArea
          label={t('ai.field')}
          placeholder={t('ai.placeholder')}
          rows={2}
          maxLength={2000}
          value={typed}
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <Button variant="primary" type="submit" icon={<Sparkles />} disabled={!question}>
          {t('ai.ask')}
        </Button>
      </form>
      {examples && (
        <div className="question-examples">
          <p className="quiet small" id={id}>
            {t('ai.examples')}
          </p>
          <ul aria-labelledby={id}>
            {EXAMPLES.map((key) => (
              <li key={key}>
                <Button variant="line" wrap onClick={() => onAsk(t(key))}>
                  {t(key)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
