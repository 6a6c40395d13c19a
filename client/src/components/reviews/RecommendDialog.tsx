import { LONGEST_REVIEW } from '@fundus/contract/reviews/rules';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { reviews, type Recommendation } from '@fundus/contract/reviews/reviews';
import { useId, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';

type Props = { identifier: string; title: string; recommendation: Recommendation | null; onClose: () => void };

const refreshes = { refreshes: [reviews.ofMedium, catalogue.search] };

/** An editor recommends a medium, and says why. */
export function RecommendDialog({ identifier, title, recommendation, onClose }: Props) {
  const { t } = useT();
  const form = useId();
  const [text, setText] = useState(recommendation?.text ?? '');
  const [curriculum, setCurriculum] = useState(recommendation?.curriculum ?? '');
  const [lessons, setLessons] = useState(recommendation?.lessons ?? '');
  const [until, setUntil] = useState(recommendation?.valid_until ?? '');
  const save = useCall(reviews.recommend, refreshes);
  const remove = useCall(reviews.unrecommend, refreshes);
  const params = { mediaId: identifier };
  const error = save.error ?? remove.error;
  const end = (words: string) => () => {
    onClose();
    showSnackbar({ text: words, type: 'success' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('review.recommend.title', { title })}
      closeLabel={t('app.close')}
      foot={
        <>
          {recommendation && (
            <Button
              disabled={remove.isPending}
              onClick={() => remove.mutate({ params }, { onSuccess: end(t('review.recommend.removed')) })}
            >
              {t('review.recommend.remove')}
            </Button>
          )}
          <Button variant="primary" type="submit" form={form} disabled={save.isPending || text.trim() === ''}>
            {t('app.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { params, body: { text, curriculum, lessons, valid_until: until || null } },
            { onSuccess: end(t('review.recommend.saved')) },
          );
        }}
      >
        {error && error.field !== 'valid_until' && <FormProblem>{t(`error.${error.code}`)}</FormProblem>}
        <TextArea
          label={t('review.recommend.text')}
          value={text}
          rows={3}
          maxLength={LONGEST_REVIEW}
          onChange={(event) => setText(event.target.value)}
        />
        <TextArea
          label={t('review.curriculum')}
          value={curriculum}
          rows={2}
          maxLength={LONGEST_REVIEW}
          onChange={(event) => setCurriculum(event.target.value)}
        />
        <TextArea
          label={t('review.lessons')}
          value={lessons}
          rows={2}
          maxLength={LONGEST_REVIEW}
          onChange={(event) => setLessons(event.target.value)}
        />
        <TextField
          label={t('review.recommend.until')}
          hint={t('review.recommend.until.hint')}
          type="date"
          value={until}
          error={error?.field === 'valid_until' ? t('licence.code.redeem_until.wrong') : null}
          onChange={(event) => setUntil(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
