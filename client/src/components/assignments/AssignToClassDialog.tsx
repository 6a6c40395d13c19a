import { href } from '@fundus/contract/screens';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useClassLines } from '../classes/use-class-lines.ts';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { Failed } from '../page/Failed.tsx';
import type { Go } from '../page/screen.ts';
import { newAssignmentHref } from './assignment-href.ts';
import '../../ui/fields/field.css';
import '../classes/class-forms.css';

/** Number of classes from which the dialog shows a search field. */
const MANY = 8;

type Props = {
  title: string;
  begin: Parameters<typeof newAssignmentHref>[1];
  /** Class to leave out, because the assignment already belongs to it. */ except?: string;
  go: Go;
  onClose: () => void;
};

/** Asks for the class of a new assignment and opens the form with the given contents. */
export function AssignToClassDialog({ title, begin, except, go, onClose }: Props) {
  const { t, locale } = useT();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const q = useDebounced(words.trim(), 200);
  const { lines, loaded, failed, refetch } = useClassLines(q);
  const others = lines.filter(({ id }) => id !== except);
  const found = others.filter(({ id, name }) => id === chosen || name.toLocaleLowerCase().includes(q.toLocaleLowerCase()));
  // A single class is preselected.
  const target = chosen ?? (others.length === 1 ? others[0]!.id : null);
  return (
    <ConfirmDialog
      title={title}
      action={t('assignment.give.next')}
      disabled={target === null}
      onClose={onClose}
      onAction={() => {
        onClose();
        go(newAssignmentHref(target!, begin));
      }}
    >
      {!loaded &&
        (failed ? (
          <Failed error={failed} onRetry={refetch} />
        ) : (
          <ShowDelayed>
            <Bar width="100%" height="8rem" />
          </ShowDelayed>
        ))}
      {loaded && others.length === 0 && q === '' && (
        <EmptyState icon={<Users />} title={t(except ? 'assignment.give.noOther' : 'share.none')} heading={(name) => <h3>{name}</h3>}>
          <ButtonLink variant="line" href={href('classes')} onClick={onClose}>
            {t('class.toList')}
          </ButtonLink>
        </EmptyState>
      )}
      {loaded && (others.length > 0 || q !== '') && (
        <fieldset className="share-classes">
          <legend>{t('assignment.give.class')}</legend>
          {(others.length > MANY || words !== '') && (
            <FindField wide label={t('share.find')} value={words} maxLength={60} onType={setWords} />
          )}
          <ul className="class-picks">
            {found.map(({ id, name, learners }) => (
              <li key={id}>
                <label className="check">
                  <input type="radio" name="class" checked={id === target} onChange={() => setChosen(id)} />
                  <span>
                    {name}
                    <span className="small-print">
                      {t('classes.learners', { count: learners, number: formatNumber(learners, locale) })}
                    </span>
                  </span>
                </label>
              </li>
            ))}
            {found.length === 0 && <li className="quiet small">{t('share.found.none')}</li>}
          </ul>
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
