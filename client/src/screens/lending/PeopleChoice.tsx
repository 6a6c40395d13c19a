import { useId } from 'react';
import '../../ui/field.css';
import './borrow.css';

type Props = { people: readonly { id: string; name: string; school?: string }[]; chosen: string | null; onChoose: (id: string) => void };

/** One of some people. */
export function PeopleChoice({ people, chosen, onChoose }: Props) {
  const group = useId();
  return (
    <ul>
      {people.map(({ id, name, school }) => (
        <li key={id}>
          <label className="check">
            <input type="radio" name={group} checked={chosen === id} onChange={() => onChoose(id)} />
            <span>
              {name} {school && <span className="small-print">{school}</span>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
