import type { AppError } from '@fundus/contract/errors';
import { GRADE_LEVELS } from '@fundus/contract/reference/grade-levels';
import { CRITERIA, LONGEST_REVIEW } from '@fundus/contract/reviews/rules';
import { reviews, type OwnReview } from '@fundus/contract/reviews/reviews';
import { useId, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useProblems } from '../forms/use-problems.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Checkbox } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StarsInput } from '../../ui/Stars.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';

type Props = {
  identifier: string;
  title: string;
  own: OwnReview | null;
  subjects: readonly string[];
  labels: Record<string, string>;
  onClose: () => void;
};

const refreshes = { refreshes: [reviews.ofMedium] };

/** The own review: stars, criteria, where it was used, words. Can be changed as often as one likes. */
export function ReviewDialog({ identifier, title, own, subjects, labels, onClose }: Props) {
  const { t } = useT();
  const form = useId();
  const [stars, setStars] = useState<number | null>(own?.stars ?? null);
  const [criteria, setCriteria] = useState({
    correct: own?.correct ?? null,
    fitting: own?.fitting ?? null,
    technical: own?.technical ?? null,
    material: own?.material ?? null,
  });
  const [subject, setSubject] = useState(own?.subject ?? '');
  const [grade, setGrade] = useState(own?.grade ?? '');
  const [text, setText] = useState(own?.text ?? '');
  const [tips, setTips] = useState(own?.tips ?? '');
  const [initials, setInitials] = useState(own?.initials ?? false);
  const [problems, setProblems] = useProblems(form);
  const write = useCall(reviews.write, refreshes);
  const remove = useCall(reviews.remove, refreshes);
  const undo = useUndo(refreshes);
  const error = write.error ?? remove.error;
  const wordsOf = ({ code }: AppError): string => t(code === 'state_conflict' ? 'review.openFirst' : `error.${code}`);
  const params = { mediaId: identifier };
  const save = (state: 'draft' | 'published') => {
    setProblems(stars === null ? { stars: 'required' } : {});
    if (stars === null) return;
    write.mutate(
      { params, body: { stars, ...criteria, subject, grade, text, tips, initials, state } },
      {
        onSuccess: (saved) => {
          onClose();
          showSnackbar({
            text: t(saved.state === 'flagged' ? 'review.own.flagged' : saved.state === 'draft' ? 'review.own.draft' : 'review.saved'),
            type: 'success',
          });
        },
      },
    );
  };
  const words = (count: number) => t('review.stars', { count });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('review.dialog', { title })}
      closeLabel={t('app.close')}
      foot={
        <>
          {own && (
            <Button
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { params },
                  {
                    onSuccess: () => {
                      onClose();
                      showSnackbar({
                        text: t('review.removed'),
                        action: undo(
                          reviews.write,
                          { params, body: { ...own, state: own.state === 'draft' ? 'draft' : 'published' } },
                          { wordsOf },
                        ),
                      });
                    },
                  },
                )
              }
            >
              {t('review.remove')}
            </Button>
          )}
          {(!own || own.state === 'draft') && (
            <Button variant="line" disabled={write.isPending} onClick={() => save('draft')}>
              {t('review.asDraft')}
            </Button>
          )}
          <Button variant="primary" type="submit" form={form} disabled={write.isPending}>
            {t('review.publish')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save('published');
        }}
      >
        {error && <FormProblem>{wordsOf(error)}</FormProblem>}
        <StarsInput
          label={t('review.overall')}
          value={stars}
          onChange={setStars}
          words={words}
          error={problems.stars && stars === null ? t('review.overall.missing') : null}
        />
        {CRITERIA.map((criterion) => (
          <StarsInput
            key={criterion}
            label={t(`review.criterion.${criterion}`)}
            value={criteria[criterion]}
            onChange={(value) => setCriteria({ ...criteria, [criterion]: value })}
            words={words}
            none={t('review.criterion.none')}
          />
        ))}
        <SelectField
          label={t('review.subject')}
          value={subject}
          options={[{ value: '', label: t('review.unsaid') }, ...subjects.map((code) => ({ value: code, label: labels[code] ?? code }))]}
          onChange={setSubject}
        />
        <SelectField
          label={t('review.grade')}
          value={grade}
          options={[{ value: '', label: t('review.unsaid') }, ...GRADE_LEVELS.map(({ code, label }) => ({ value: code, label }))]}
          onChange={setGrade}
        />
        <TextArea
          label={t('review.text')}
          value={text}
          rows={3}
          maxLength={LONGEST_REVIEW}
          onChange={(event) => setText(event.target.value)}
        />
        <TextArea
          label={t('review.tips')}
          hint={t('review.tips.hint')}
          value={tips}
          rows={2}
          maxLength={LONGEST_REVIEW}
          onChange={(event) => setTips(event.target.value)}
        />
        <Checkbox
          label={t('review.initials')}
          hint={t('review.initials.hint')}
          checked={initials}
          onChange={(event) => setInitials(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
