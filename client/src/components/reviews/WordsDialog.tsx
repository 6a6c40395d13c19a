import { hasAddress, findListedWords } from '@fundus/contract/reviews/word-filter';
import { reviews, type ReviewWords } from '@fundus/contract/reviews/reviews';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { Note } from '../../ui/Note.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';

/** Joins the words, one per line. */
const joinLines = (words: readonly string[]): string => words.join('\n');
const splitLines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

/** Shows the list of words that send a review to moderation, with a field to test a text. Only for district administrators. */
export function WordsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const { data } = useQuery({ ...query(reviews.words), staleTime: 0 });
  return data ? (
    // The form is reset when the words are refetched after a concurrent change.
    <WordsForm key={data.version} data={data} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('review.words')} closeLabel={t('app.close')}>
      <p>&nbsp;</p>
    </Dialog>
  );
}

function WordsForm({ data, onClose }: { data: ReviewWords; onClose: () => void }) {
  const { t } = useT();
  const [text, setText] = useState(() => joinLines(data.words));
  const [sample, setSample] = useState('');
  const save = useCall(reviews.setWords, { refreshes: [reviews.words] });
  const words = splitLines(text);
  const found = findListedWords(sample, words);
  const waits = found.length > 0 || hasAddress(sample);
  const onSave = () =>
    save.mutate(
      { body: { words, version: data.version } },
      {
        onSuccess: () => {
          onClose();
          showSnackbar({ text: t('review.words.saved'), type: 'success' });
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('review.words')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant="primary" disabled={save.isPending} onClick={onSave}>
            {t('app.save')}
          </Button>
          <Button onClick={() => setText(joinLines(data.defaults))}>{t('review.words.defaults')}</Button>
        </>
      }
    >
      <p className="quiet">{t('review.words.about')}</p>
      {save.error && (
        <Note tone="bad" role="alert">
          {t(save.error.code === 'validation_failed' ? 'review.words.wrong' : `error.${save.error.code}`, { name: '' })}
        </Note>
      )}
      <TextArea
        label={t('review.words.list')}
        hint={t('review.words.hint')}
        value={text}
        rows={10}
        onChange={(event) => setText(event.target.value)}
      />
      <TextField label={t('review.words.try')} value={sample} onChange={(event) => setSample(event.target.value)} />
      <p role="status" className="small">
        {sample.trim() !== '' &&
          (found.length > 0
            ? t('review.words.found', { words: found.join(', ') })
            : t(waits ? 'review.words.address' : 'review.words.passes'))}
      </p>
    </Dialog>
  );
}
