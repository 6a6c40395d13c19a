import '../button.css';
import './segment.css';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  /** Two columns, for a panel at the side. */
  narrow?: boolean;
};

/** Maximum number of characters of a label; four longer ones do not fit side by side on a phone. */
const LONG = 10;

/** Shows a segmented control: a few alternatives side by side, one of them chosen. */
export function Segment<V extends string>({ label, value, options, onChange, narrow = false }: Props<V>) {
  const many = options.length > 4 || (options.length === 4 && options.some(({ label: words }) => words.length > LONG));
  return (
    <div className="segment" data-many={(many && !narrow) || undefined} data-narrow={narrow || undefined} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="btn segment-cell"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
