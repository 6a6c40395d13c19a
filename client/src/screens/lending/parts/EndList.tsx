import { useId, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import './lending.css';
import { joinFacts } from '../../../i18n/join-facts.ts';

type Props = {
  title: string;
  items: readonly { id: string; name: string; facts: readonly (string | null | false)[]; endLabel: string }[];
  /** Label of the button in each row. */
  action: string;
  pending: boolean;
  problem: string | null;
  onEnd: (id: string) => void;
  /** Button that adds an entry. With it, the list is also shown if it is empty. */
  add?: ReactNode;
};

/** Lists entries that the desk can end, such as suspensions or briefings. Renders nothing if there are none and none can be added. */
export function EndList({ title, items, action, pending, problem, onEnd, add }: Props) {
  const id = useId();
  if (items.length === 0 && !add) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {add && <div className="lending-bar">{add}</div>}
      <FormProblem>{problem}</FormProblem>
      <ul className="lending-lines">
        {items.map((item) => (
          <li key={item.id}>
            <span>
              <strong>{item.name}</strong>
              <span className="small-print">{joinFacts(item.facts)}</span>
            </span>
            <Button flush="phone" disabled={pending} aria-label={item.endLabel} onClick={() => onEnd(item.id)}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
