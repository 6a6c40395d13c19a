import { Star } from 'lucide-react';
import { useId } from 'react';
import { FieldProblem } from './FieldProblem.tsx';
import '../button.css';
import './stars.css';

const FIVE = [1, 2, 3, 4, 5] as const;

/** Shows a rating of up to five stars, rounded to whole stars. `label` is the text alternative. */
export function Stars({ value, label }: { value: number; label: string }) {
  return (
    <span className="stars" role="img" aria-label={label}>
      {FIVE.map((star) => (
        <Star key={star} className={Math.round(value) >= star ? 'i-16 full' : 'i-16'} />
      ))}
    </span>
  );
}

type InputProps = {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  /** Returns the label for a number of stars. */
  words: (stars: number) => string;
  /** Label of the option that removes the rating. */
  none?: string;
  error?: string | null;
};

/** Lets the user rate with one to five stars. The stars are radio buttons. */
export function StarsInput({ label, value, onChange, words, none, error }: InputProps) {
  const name = useId();
  const wrong = error ? { 'aria-invalid': true as const, 'aria-describedby': `${name}-error` } : {};
  return (
    <fieldset className="stars-input">
      <legend>{label}</legend>
      <div>
        {FIVE.map((star) => (
          <label key={star} title={words(star)} data-on={(value ?? 0) >= star || undefined}>
            <input type="radio" name={name} checked={value === star} onChange={() => onChange(star)} aria-label={words(star)} {...wrong} />
            <Star className={(value ?? 0) >= star ? 'full' : undefined} />
          </label>
        ))}
        {none && value !== null && (
          <button type="button" className="btn" onClick={() => onChange(null)}>
            {none}
          </button>
        )}
      </div>
      <FieldProblem id={`${name}-error`}>{error}</FieldProblem>
    </fieldset>
  );
}
