import { useId } from 'react';
import '../../../ui/fields/field.css';
import '../parts/borrow.css';

type One = { id: string; name: string; /** Name of the person's school, shown next to the name. */ school?: string };
type Props<P extends One> = { people: readonly P[]; chosen: string | null; onChoose: (id: string, person: P) => void };

/** Shows people as radio buttons. */
export function PeopleChoice<P extends One>({ people, chosen, onChoose }: Props<P>) {
  const group = useId();
  return (
    <ul>
      {people.map((person) => {
        const { id, name, school } = person;
        return (
          <li key={id}>
            <label className="check">
              <input type="radio" name={group} checked={chosen === id} onChange={() => onChoose(id, person)} />
              <span>
                {name} {school && <span className="small-print">{school}</span>}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
