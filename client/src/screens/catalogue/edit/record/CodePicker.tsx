import { normalizeText } from '@fundus/contract/unicode';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../../../i18n/translate.ts';
import { Chips } from '../../../../ui/fields/Chips.tsx';
import { Field } from '../../../../ui/fields/Field.tsx';
import './code-picker.css';

export type Choice = { code: string; label: string };

type Props = {
  label: string;
  hint?: string;
  error?: string | null;
  values: readonly string[];
  /** Returns the name of a code, or the code itself if it is unknown. */
  nameOf: (code: string) => string;
  options: readonly Choice[];
  onChange: (values: string[]) => void;
  /** True if the user may add values that are not in the list. */
  free?: boolean;
};

const MAX = 40;
const plain = (text: string): string => normalizeText(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Shows the chosen values as chips, with a field that searches a long list of options. */
export function CodePicker({ label, hint, error, values, nameOf, options, onChange, free = false }: Props) {
  const { t } = useT();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = useMemo(() => matching(options, values, typed), [options, values, typed]);
  const rows =
    free && typed.trim() && !found.some((option) => option.code === typed.trim())
      ? [{ code: typed.trim(), label: typed.trim() }, ...found]
      : found;
  const shown = open && rows.length > 0;
  const current = Math.min(at, rows.length - 1);

  const add = (code: string): void => {
    const more = free ? code.split(/[;\n]/).map((word) => word.trim()) : [code];
    onChange([...new Set([...values, ...more.filter(Boolean)])]);
    setTyped('');
    setAt(0);
  };
  const remove = (code: string): void => {
    onChange(values.filter((value) => value !== code));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setAt(Math.max(0, Math.min(rows.length - 1, current + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = rows[current];
      if (row && (shown || free)) add(row.code);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && values.length) {
      onChange(values.slice(0, -1));
    }
  };

  return (
    <div className="code-picker">
      <Field label={label} hint={hint} error={error}>
        {(ids) => (
          <div className="code-box">
            <Chips
              inline
              label={t('edit.chosen', { field: label })}
              chips={values.map((code) => ({ key: code, name: nameOf(code) }))}
              removeLabel={(value) => t('edit.choice.remove', { value })}
              onRemove={(code) => remove(String(code))}
            />
            <input
              {...ids}
              ref={input}
              role="combobox"
              aria-expanded={shown}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={shown ? `${list}-${current}` : undefined}
              autoComplete="off"
              value={typed}
              placeholder={t(free ? 'edit.words.add' : 'edit.choice.add')}
              onChange={(event) => {
                setTyped(event.target.value);
                setOpen(true);
                setAt(0);
              }}
              onFocus={() => setOpen(!free)}
              onClick={() => setOpen(true)}
              onBlur={() => {
                setOpen(false);
                if (free && typed.trim()) add(typed);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
        )}
      </Field>
      {/* Not a tab stop, because the list closes when the field loses the focus. */}
      <ul className="code-list" id={list} role="listbox" tabIndex={-1} aria-label={label} hidden={!shown}>
        {shown &&
          rows.map((option, i) => (
            // Needs no key handler: the field keeps the focus and handles keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={option.code}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(option.code)}
            >
              {option.label}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Returns the options that contain all typed words. Options that start with the typed text come first, and chosen ones are omitted. */
function matching(options: readonly Choice[], values: readonly string[], typed: string): Choice[] {
  const chosen = new Set(values);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const first: Choice[] = [];
  const then: Choice[] = [];
  for (const option of options) {
    if (chosen.has(option.code)) continue;
    const label = plain(option.label);
    if (!words.every((word) => label.includes(word) || option.code.startsWith(word))) continue;
    (words.length && !label.startsWith(words[0]!) && option.code !== typed ? then : first).push(option);
    if (first.length >= MAX) break;
  }
  return [...first, ...then].slice(0, MAX);
}
