import type { PointFields } from '@fundus/contract/lending/points/points';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Note } from '../../../ui/Note.tsx';
import { periodText } from '../parts/words.ts';

type Closure = PointFields['closures'][number];
type Props = {
  found: readonly Closure[];
  /** Closures that are initially not ticked. */
  unticked?: readonly Closure[];
  /** Existing closures of the lending point, which are not offered again. */
  entered: readonly Closure[];
  onAdd: (closures: Closure[]) => void;
  children?: ReactNode;
};

const keyOf = ({ from, until, name }: Closure): string => `${from} ${until} ${name}`;
const same = (a: Closure, b: Closure): boolean => a.from === b.from && a.until === b.until;

/** Shows found closures as check boxes, with a button that adds the ticked ones. */
export function ClosureChoice({ found, unticked = [], entered, onAdd, children }: Props) {
  const { t, locale } = useT();
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(unticked.map(keyOf)));
  const fresh = found.filter((closure) => !entered.some((each) => same(each, closure)));
  const chosen = fresh.filter((closure) => !left.has(keyOf(closure)));
  return (
    <Note role="status">
      <div>
        <p>{fresh.length === 0 ? t('lending.holidays.none') : t('lending.holidays.found', { count: fresh.length })}</p>
        {children}
        {fresh.map((closure) => (
          <Checkbox
            key={keyOf(closure)}
            label={`${closure.name}, ${periodText(t, closure.from, closure.until, locale)}`}
            checked={!left.has(keyOf(closure))}
            onChange={({ target }) =>
              setLeft((before) => {
                const next = new Set(before);
                if (target.checked) next.delete(keyOf(closure));
                else next.add(keyOf(closure));
                return next;
              })
            }
          />
        ))}
        {fresh.length > 0 && (
          <Button variant="line" disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
            {t('lending.holidays.add', { count: chosen.length })}
          </Button>
        )}
      </div>
    </Note>
  );
}
