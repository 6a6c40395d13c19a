import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import './list-fields.css';

type Props<N extends string> = {
  /** Fields that both users changed differently, with the other user's current value. */
  fields: readonly { name: N; label: string; theirs: string }[];
  onTake: (name: N) => void;
};

/** Shows both versions of conflicting fields after a concurrent change, so that no input is lost. */
export function ConflictNote<N extends string>({ fields, onTake }: Props<N>) {
  const { t } = useT();
  return (
    <Note tone="bad" role="alert" className="list-conflict">
      <p>{t(fields.length > 0 ? 'list.conflict' : 'list.conflict.none')}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ name, label, theirs }) => (
            <li key={name}>
              <span>
                <strong>{label}:</strong> {theirs || t('list.conflict.empty')}
              </span>
              <Button variant="line" aria-label={t('list.conflict.take.one', { field: label })} onClick={() => onTake(name)}>
                {t('list.conflict.take')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
