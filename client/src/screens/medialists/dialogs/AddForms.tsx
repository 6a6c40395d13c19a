/** Forms that add a link, a heading or a text. */
import type { AppError } from '@fundus/contract/errors';
import { TEXT_LENGTH, TITLE_LENGTH } from '@fundus/contract/medialists/medialists';
import { useState } from 'react';
import { problemTextAt } from '../../../components/forms/form-problems.ts';
import { SmallForm } from '../../../components/forms/SmallForm.tsx';
import { readWebAddress } from '../../../components/forms/web-address.ts';
import { errorText } from '../../../components/medialists/reads.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import type { NewItem } from '@fundus/contract/medialists/items';
import type { z } from 'zod';

type FormProps = { error: AppError | null; busy: boolean; onAdd: AddItem };

/** Form that adds a link. The input is cleared once the item has been added. */
export function LinkForm({ error, busy, onAdd }: FormProps) {
  const { t } = useT();
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const { full, wrong } = readWebAddress(url);
  const at = (name: string) =>
    problemTextAt(t, error, `items.0.${name}`, (refusal) => errorText(t, refusal)) ??
    (error?.field?.endsWith(name) ? errorText(t, error) : null);
  return (
    <SmallForm
      ready={!busy && full !== '' && !wrong && title.trim() !== ''}
      onSend={() => onAdd({ kind: 'external', url: full, title }, title, { done: () => (setUrl(''), setTitle('')) })}
    >
      <TextField
        label={t('list.item.url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        maxLength={2_000}
        error={wrong || at('url') ? t('list.item.url.wrong') : null}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label={t('list.item.title')}
        value={title}
        maxLength={TITLE_LENGTH}
        error={at('title')}
        onChange={(event) => setTitle(event.target.value)}
      />
    </SmallForm>
  );
}

export function HeadingForm({ busy, onAdd }: FormProps) {
  const { t } = useT();
  const [title, setTitle] = useState('');
  return (
    <SmallForm ready={!busy && title.trim() !== ''} onSend={() => onAdd({ kind: 'heading', title }, title, { done: () => setTitle('') })}>
      <TextField
        label={t('list.add.source.heading')}
        hint={t('list.add.heading.hint')}
        value={title}
        maxLength={TITLE_LENGTH}
        onChange={(event) => setTitle(event.target.value)}
      />
    </SmallForm>
  );
}

export function TextForm({ busy, onAdd }: FormProps) {
  const { t } = useT();
  const [body, setBody] = useState('');
  return (
    <SmallForm
      ready={!busy && body.trim() !== ''}
      onSend={() => onAdd({ kind: 'text', body }, body.trim().slice(0, 60), { done: () => setBody('') })}
    >
      <TextArea
        label={t('list.item.body')}
        hint={t('list.add.text.hint')}
        rows={5}
        value={body}
        maxLength={TEXT_LENGTH}
        onChange={(event) => setBody(event.target.value)}
      />
    </SmallForm>
  );
}

/** Adds an item to the list. */
export type AddItem = (item: NewItemInput, title: string, options?: AddOptions) => void;

export type NewItemInput = z.input<typeof NewItem>;

export type AddOptions = { /** Adds the item even if the list already contains it. */ force?: boolean; done?: () => void };
